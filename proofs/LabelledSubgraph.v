(** * Directed and induced SUBGRAPH ISOMORPHISM reduce to SMATCH

    The construction of SubgraphIsomorphism.v with a label on every arc: an arc from vertex a to vertex b is a relation
    with its label, or an attribute of a with its label as value if it is a loop.  All triples of H can be matched if and
    only if some injection of the vertices sends every arc of H to an arc of G with the same label ([labelled_iff_smatch]).

    - Directed graphs have one label ([directed_iff_smatch]).
    - For induced subgraphs there is an arc between any two vertices, and its label says whether there is an edge:
      directed, for every ordered pair and every loop ([induced_directed_iff_smatch]); undirected, for every pair in one
      direction in H and in both in G ([induced_iff_smatch]).

    The Python counterpart is reductions/to_smatch/subgraphs.py with --directed and --induced. *)

From Coq Require Import Arith Lia Bool List.
From SmatchProof Require Import Smatch SubgraphIsomorphism.
Import ListNotations.

(** ** Labelled arcs *)

Definition labelled := list (nat * (nat * nat)).

Definition labelled_arc (e : nat * (nat * nat)) : triple :=
  let '(l, (a, b)) := e in if Nat.eqb a b then Attr 1 (S a) l else Rel (1 + l) (S a) (S b).

Definition labelled_enc n (A : labelled) : list triple := base n ++ map labelled_arc A.

Definition labelled_wf n (A : labelled) := forall l a b, In (l, (a, b)) A -> a < n /\ b < n.

Definition labelled_embedding nH AH nG (AG : labelled) (f : nat -> nat) :=
  (forall i, i < nH -> f i < nG) /\
  (forall i j, i < nH -> j < nH -> f i = f j -> i = j) /\
  (forall l a b, In (l, (a, b)) AH -> In (l, (f a, f b)) AG).

Lemma labelled_length n A : length (labelled_enc n A) = 2 * n + 2 + length A.
Proof. unfold labelled_enc. rewrite app_length, base_length, map_length. lia. Qed.

Lemma in_labelled n A l a b : In (l, (a, b)) A -> In (labelled_arc (l, (a, b))) (labelled_enc n A).
Proof. intros H. apply in_app_iff. right. apply in_map, H. Qed.

Lemma labelled_cases n A t : In t (labelled_enc n A) ->
  In t (base n) \/ exists l a b, In (l, (a, b)) A /\ t = labelled_arc (l, (a, b)).
Proof.
  unfold labelled_enc. rewrite in_app_iff, in_map_iff. intros [H|([l [a b]] & <- & H)]; [auto | right; exists l, a, b; auto].
Qed.

Lemma labelled_inst n A y : In (Inst y 1) (labelled_enc n A) -> exists j, y = S j /\ j < n.
Proof.
  intros H. apply labelled_cases in H. destruct H as [H|(l & a & b & _ & H)].
  - apply in_base in H. destruct H as [H|[H|(i & Hi & [H|H])]]; try discriminate. injection H as ->. eauto.
  - unfold labelled_arc in H. destruct (Nat.eqb a b); discriminate.
Qed.

Lemma labelled_rel n A l y z : In (Rel (1 + l) y z) (labelled_enc n A) ->
  exists a b, y = S a /\ z = S b /\ In (l, (a, b)) A.
Proof.
  intros H. apply labelled_cases in H. destruct H as [H|(l' & a & b & H & E)].
  - apply in_base in H. destruct H as [H|[H|(i & _ & [H|H])]]; discriminate.
  - unfold labelled_arc in E. destruct (Nat.eqb a b); [discriminate|]. injection E as -> -> ->. eauto.
Qed.

Lemma labelled_loop n A l y : In (Attr 1 y l) (labelled_enc n A) -> exists a, y = S a /\ In (l, (a, a)) A.
Proof.
  intros H. apply labelled_cases in H. destruct H as [H|(l' & a & b & H & E)].
  - apply in_base in H. destruct H as [H|[H|(i & _ & [H|H])]]; discriminate.
  - unfold labelled_arc in E. destruct (Nat.eqb_spec a b) as [->|]; [|discriminate]. injection E as -> ->. eauto.
Qed.

Lemma labelled_base_matched n m A pi t :
  pinj pi -> (forall i, i < n -> exists j, j < m /\ In (i, j) pi) -> In t (base n) ->
  matched (labelled_enc m A) (lift pi) t = true.
Proof.
  intros P Total H. assert (K := base_matched n m [] pi t P Total H).
  unfold matched in *. destruct (image (lift pi) t) as [u|]; [|discriminate]. apply tin_iff in K. apply tin_iff.
  unfold enc in K. rewrite app_nil_r in K. apply in_app_iff. auto.
Qed.

Theorem labelled_embedding_of_score nH AH nG AG phi :
  labelled_wf nH AH -> pinj phi -> 2 * nH + 2 + length AH <= score (labelled_enc nH AH) (labelled_enc nG AG) phi ->
  labelled_embedding nH AH nG AG (embedding_of phi).
Proof.
  intros W P H. rewrite <- labelled_length, score_full in H.
  assert (Hf : forall i, i < nH -> app phi (S i) = Some (S (embedding_of phi i)) /\ embedding_of phi i < nG).
  { intros i Hi. assert (M : In (Inst (S i) 1) (labelled_enc nH AH)).
    { apply in_app_iff. left. apply in_base. right; right. exists i. auto. }
    apply H in M. unfold matched, image in M. unfold embedding_of. destruct (app phi (S i)) as [y|]; simpl in M; [|discriminate].
    apply tin_iff, labelled_inst in M. destruct M as (j & -> & Hj). auto. }
  split; [|split].
  - intros i Hi. apply Hf, Hi.
  - intros i j Hi Hj E. destruct (Hf i Hi) as [Ei _], (Hf j Hj) as [Ej _]. rewrite E in Ei.
    assert (S i = S j) by (eapply pinj_inj; eauto). lia.
  - intros l a b Hab. destruct (W l a b Hab) as [Ha Hb]. destruct (Hf a Ha) as [Ea _], (Hf b Hb) as [Eb _].
    assert (M := H _ (in_labelled nH AH l a b Hab)). unfold matched, labelled_arc in M.
    destruct (Nat.eqb_spec a b) as [<-|_]; unfold image in M.
    + rewrite Ea in M. apply tin_iff, labelled_loop in M. destruct M as (x & E & M). injection E as <-. exact M.
    + rewrite Ea, Eb in M. apply tin_iff, labelled_rel in M. destruct M as (x & y & E1 & E2 & M).
      injection E1 as <-. injection E2 as <-. exact M.
Qed.

Theorem labelled_iff_smatch nH AH nG AG :
  labelled_wf nH AH ->
  (exists f, labelled_embedding nH AH nG AG f) <->
  SMATCH (labelled_enc nH AH) (labelled_enc nG AG) (2 * nH + 2 + length AH).
Proof.
  intros W. split.
  - intros (f & Range & Inj & Arcs). assert (P := graph_of_pinj f nH Inj).
    exists (lift (graph_of f nH)). split; [apply lift_pinj, P|].
    rewrite <- labelled_length, score_full. intros t Ht. apply labelled_cases in Ht.
    destruct Ht as [Ht|(l & a & b & Hab & ->)].
    + apply (labelled_base_matched nH); auto. intros i Hi. exists (f i). split; auto. apply in_graph_of, Hi.
    + destruct (W l a b Hab) as [Ha Hb]. assert (K := in_labelled nG AG l (f a) (f b) (Arcs l a b Hab)).
      unfold labelled_arc in *. unfold matched. destruct (Nat.eqb_spec a b) as [<-|Ne]; unfold image.
      * rewrite (lift_app _ a (f a)) by (auto; apply in_graph_of; auto). apply tin_iff.
        rewrite Nat.eqb_refl in K. exact K.
      * rewrite (lift_app _ a (f a)), (lift_app _ b (f b)) by (auto; apply in_graph_of; auto). apply tin_iff.
        destruct (Nat.eqb_spec (f a) (f b)) as [E|_]; [|exact K]. exfalso. apply Ne, Inj; auto.
  - intros (phi & P & H). exists (embedding_of phi). apply labelled_embedding_of_score; assumption.
Qed.

(** ** Directed graphs *)

Definition directed_arcs (D : list (nat * nat)) : labelled := map (fun e => (0, e)) D.

Definition directed_embeds nH DH nG (DG : list (nat * nat)) := exists f : nat -> nat,
  (forall i, i < nH -> f i < nG) /\
  (forall i j, i < nH -> j < nH -> f i = f j -> i = j) /\
  (forall a b, In (a, b) DH -> In (f a, f b) DG).

Lemma in_directed D l a b : In (l, (a, b)) (directed_arcs D) <-> l = 0 /\ In (a, b) D.
Proof.
  unfold directed_arcs. rewrite in_map_iff. split.
  - intros (e & E & H). injection E as <- <-. auto.
  - intros [-> H]. eauto.
Qed.

Theorem directed_iff_smatch nH DH nG DG :
  wf nH DH ->
  directed_embeds nH DH nG DG <->
  SMATCH (labelled_enc nH (directed_arcs DH)) (labelled_enc nG (directed_arcs DG)) (2 * nH + 2 + length DH).
Proof.
  intros W. replace (length DH) with (length (directed_arcs DH)) by apply map_length.
  rewrite <- labelled_iff_smatch.
  - split; intros (f & Range & Inj & Arcs); exists f; (split; [exact Range | split; [exact Inj|]]).
    + intros l a b H. apply in_directed in H. apply in_directed. split; [apply H | apply Arcs, H].
    + intros a b H. apply (in_directed DG 0), Arcs, in_directed. auto.
  - intros l a b H. apply in_directed in H. apply W, H.
Qed.

(** ** Induced subgraphs *)

(** 0 for a pair that is in the list, 1 for one that is not. *)
Definition kind_of (D : list (nat * nat)) (e : nat * nat) : nat := if in_dec pair_dec e D then 0 else 1.

Lemma kind_iff D E e e' : kind_of D e = kind_of E e' <-> (In e D <-> In e' E).
Proof. unfold kind_of. destruct (in_dec pair_dec e D), (in_dec pair_dec e' E); intuition discriminate. Qed.

Definition with_kinds (D : list (nat * nat)) (pairs : list (nat * nat)) : labelled := map (fun e => (kind_of D e, e)) pairs.

Lemma in_with_kinds D pairs l e : In (l, e) (with_kinds D pairs) <-> l = kind_of D e /\ In e pairs.
Proof.
  unfold with_kinds. rewrite in_map_iff. split.
  - intros (x & E & H). injection E as <- <-. auto.
  - intros [-> H]. eauto.
Qed.

Definition all_pairs n : list (nat * nat) := list_prod (seq 0 n) (seq 0 n).

Lemma in_all_pairs n a b : In (a, b) (all_pairs n) <-> a < n /\ b < n.
Proof. unfold all_pairs. rewrite in_prod_iff, !in_seq. lia. Qed.

Definition induced_directed_embeds nH DH nG (DG : list (nat * nat)) := exists f : nat -> nat,
  (forall i, i < nH -> f i < nG) /\
  (forall i j, i < nH -> j < nH -> f i = f j -> i = j) /\
  (forall a b, a < nH -> b < nH -> In (a, b) DH <-> In (f a, f b) DG).

Theorem induced_directed_iff_smatch nH DH nG DG :
  induced_directed_embeds nH DH nG DG <->
  SMATCH (labelled_enc nH (with_kinds DH (all_pairs nH))) (labelled_enc nG (with_kinds DG (all_pairs nG)))
    (2 * nH + 2 + nH * nH).
Proof.
  replace (nH * nH) with (length (with_kinds DH (all_pairs nH))).
  2: { unfold with_kinds, all_pairs. rewrite map_length, prod_length, seq_length. reflexivity. }
  rewrite <- labelled_iff_smatch.
  - split; intros (f & Range & Inj & Arcs); exists f; (split; [exact Range | split; [exact Inj|]]).
    + intros l a b H. apply in_with_kinds in H. destruct H as [-> H]. apply in_all_pairs in H.
      apply in_with_kinds. split; [apply kind_iff, Arcs; apply H | apply in_all_pairs; split; apply Range, H].
    + intros a b Ha Hb. apply kind_iff.
      apply (in_with_kinds DG (all_pairs nG)), Arcs, in_with_kinds. split; [reflexivity | apply in_all_pairs; auto].
  - intros l a b H. apply in_with_kinds in H. apply in_all_pairs, H.
Qed.

(** Both directions of every pair of different vertices. *)
Definition both_ways n : list (nat * nat) := filter (fun e => negb (Nat.eqb (fst e) (snd e))) (all_pairs n).

Lemma in_both_ways n a b : In (a, b) (both_ways n) <-> a < n /\ b < n /\ a <> b.
Proof.
  unfold both_ways. rewrite filter_In, in_all_pairs, negb_true_iff, Nat.eqb_neq. simpl. tauto.
Qed.

Definition induced_embeds nH EH nG EG := exists f : nat -> nat,
  (forall i, i < nH -> f i < nG) /\
  (forall i j, i < nH -> j < nH -> f i = f j -> i = j) /\
  (forall a b, a < nH -> b < nH -> a <> b -> adj EH a b <-> adj EG (f a) (f b)).

Lemma in_both_adj E a b : In (a, b) (both E) <-> adj E a b.
Proof.
  unfold both, adj. rewrite in_app_iff, in_map_iff. split; intros [H|H]; auto.
  - destruct H as ([u v] & H & K). injection H as <- <-. auto.
  - right. exists (b, a). auto.
Qed.

Lemma adj_sym E a b : adj E a b <-> adj E b a.
Proof. unfold adj. tauto. Qed.

Theorem induced_iff_smatch nH EH nG EG :
  induced_embeds nH EH nG EG <->
  SMATCH (labelled_enc nH (with_kinds (both EH) (complete nH))) (labelled_enc nG (with_kinds (both EG) (both_ways nG)))
    (2 * nH + 2 + length (complete nH)).
Proof.
  replace (length (complete nH)) with (length (with_kinds (both EH) (complete nH))) by apply map_length.
  rewrite <- labelled_iff_smatch.
  - split; intros (f & Range & Inj & Arcs); exists f; (split; [exact Range | split; [exact Inj|]]).
    + intros l a b H. apply in_with_kinds in H. destruct H as [-> H]. apply in_complete in H.
      apply in_with_kinds. split.
      * apply kind_iff. rewrite !in_both_adj. apply Arcs; lia.
      * apply in_both_ways. repeat split; try (apply Range; lia). intros E. apply Inj in E; lia.
    + assert (Less : forall a b, a < b -> b < nH -> adj EH a b <-> adj EG (f a) (f b)).
      { intros a b Hab Hb. rewrite <- !in_both_adj. apply kind_iff.
        apply (in_with_kinds (both EG) (both_ways nG)), Arcs, in_with_kinds. split; [reflexivity | apply in_complete; auto]. }
      intros a b Ha Hb Ne. destruct (Nat.lt_trichotomy a b) as [L|[L|L]]; [apply Less; assumption | contradiction|].
      rewrite (adj_sym EH), (adj_sym EG). apply Less; assumption.
  - intros l a b H. apply in_with_kinds in H. destruct H as [_ H]. apply in_complete in H. lia.
Qed.
