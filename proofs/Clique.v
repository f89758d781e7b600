(** * CLIQUE reduces to SMATCH, each clique once

    The construction of SubgraphIsomorphism.v with one direction of each edge, from the lower vertex to the higher one:
    the vertices of a clique have one order in which all arcs of the complete graph are there.  So a clique of k vertices
    is one alignment that matches all triples of the left graph, where that construction has one for each of the k!
    orders; the graph has one if and only if there is such an alignment ([ordered_clique_iff_smatch]).

    The Python counterpart is reductions/to_smatch/subgraphs.py. *)

From Coq Require Import Arith Lia Bool List FinFun Permutation.
From SmatchProof Require Import Smatch SubgraphIsomorphism LabelledSubgraph.
Import ListNotations.

Definition up (e : nat * nat) := if fst e <? snd e then e else swap e.

Definition upward E := map up E.

Lemma in_upward E a b : a < b -> In (a, b) (upward E) <-> adj E a b.
Proof.
  intros Lt. unfold upward, adj. rewrite in_map_iff. split.
  - intros ([x y] & Eq & H). unfold up in Eq. cbn [fst snd] in Eq. destruct (Nat.ltb_spec x y).
    + injection Eq as -> ->. auto.
    + unfold swap in Eq. cbn [fst snd] in Eq. injection Eq as -> ->. auto.
  - intros [H|H].
    + exists (a, b). split; [|exact H]. unfold up. cbn [fst snd]. destruct (Nat.ltb_spec a b); [reflexivity | lia].
    + exists (b, a). split; [|exact H]. unfold up. cbn [fst snd]. destruct (Nat.ltb_spec b a); [lia | reflexivity].
Qed.

Lemma upward_adj E a b : In (a, b) (upward E) -> adj E a b.
Proof.
  unfold upward, adj. rewrite in_map_iff. intros ([x y] & Eq & H). unfold up, swap in Eq. cbn [fst snd] in Eq.
  destruct (x <? y); injection Eq as <- <-; auto.
Qed.

(** ** The vertices of a clique in order *)

Definition chosen (f : nat -> nat) k n := filter (fun v => existsb (Nat.eqb v) (map f (seq 0 k))) (seq 0 n).

Lemma filter_seq_ascends p n : forall a i j,
  i < j -> j < length (filter p (seq a n)) -> nth i (filter p (seq a n)) 0 < nth j (filter p (seq a n)) 0.
Proof.
  induction n as [|n IH]; intros a i j Lt Len; [simpl in Len; lia|].
  cbn [seq filter] in *. destruct (p a); [|apply IH; assumption].
  destruct j as [|j]; [lia|]. cbn [length] in Len. destruct i as [|i]; cbn [nth].
  - assert (H : In (nth j (filter p (seq (S a) n)) 0) (seq (S a) n)).
    { eapply filter_In, nth_In. lia. }
    apply in_seq in H. lia.
  - apply IH; lia.
Qed.

Lemma in_chosen f k n v : (forall i, i < k -> f i < n) -> In v (chosen f k n) <-> In v (map f (seq 0 k)).
Proof.
  intros Range. unfold chosen. rewrite filter_In, existsb_exists, in_seq. split.
  - intros [_ (x & H & Eq)]. apply Nat.eqb_eq in Eq. subst. exact H.
  - intros H. split.
    + apply in_map_iff in H. destruct H as (i & <- & Hi). apply in_seq in Hi. assert (f i < n) by (apply Range; lia). lia.
    + exists v. split; [exact H | apply Nat.eqb_refl].
Qed.

Lemma chosen_length f k n :
  (forall i, i < k -> f i < n) -> (forall i j, i < k -> j < k -> f i = f j -> i = j) -> length (chosen f k n) = k.
Proof.
  intros Range Inj. transitivity (length (map f (seq 0 k))); [|rewrite map_length; apply seq_length].
  apply Permutation_length, NoDup_Permutation.
  - apply NoDup_filter, seq_NoDup.
  - clear Range. assert (H : forall a m, a + m <= k -> NoDup (map f (seq a m))).
    { intros a m. revert a. induction m as [|m IH]; intros a Le; cbn [seq map]; constructor.
      - intros H. apply in_map_iff in H. destruct H as (i & Eq & Hi). apply in_seq in Hi.
        assert (i = a) by (apply Inj; [lia | lia | exact Eq]). lia.
      - apply IH. lia. }
    apply H. lia.
  - intros v. apply in_chosen, Range.
Qed.

Lemma clique_upward k n E : clique k n E <-> directed_embeds k (complete k) n (upward E).
Proof.
  split.
  - intros (f & Range & Inj & Edges). exists (fun i => nth i (chosen f k n) 0).
    assert (Len := chosen_length f k n Range Inj).
    assert (Up : forall i j, i < j -> j < k -> nth i (chosen f k n) 0 < nth j (chosen f k n) 0).
    { intros i j Lt Hj. apply filter_seq_ascends; [exact Lt|]. unfold chosen in Len. rewrite Len. exact Hj. }
    assert (From : forall i, i < k -> exists x, x < k /\ f x = nth i (chosen f k n) 0).
    { intros i Hi. assert (H : In (nth i (chosen f k n) 0) (chosen f k n)) by (apply nth_In; lia).
      apply in_chosen in H; [|exact Range]. apply in_map_iff in H. destruct H as (x & Eq & Hx). apply in_seq in Hx.
      exists x. split; [lia | exact Eq]. }
    split; [|split].
    + intros i Hi. destruct (From i Hi) as (x & Hx & <-). apply Range, Hx.
    + intros i j Hi Hj Eq. destruct (Nat.lt_total i j) as [H|[H|H]]; [|exact H|].
      * assert (K := Up i j H Hj). lia.
      * assert (K := Up j i H Hi). lia.
    + intros a b H. apply in_complete in H. destruct H as [Lt Hb]. assert (K := Up a b Lt Hb).
      apply in_upward; [exact K|]. destruct (From a ltac:(lia)) as (x & Hx & Ex), (From b Hb) as (y & Hy & Ey).
      rewrite <- Ex, <- Ey in K |- *. destruct (Nat.lt_total x y) as [L|[->|L]]; [| lia |].
      * apply Edges; assumption.
      * assert (A := Edges y x L Hx). unfold adj in *. tauto.
  - intros (f & Range & Inj & Arcs). exists f. split; [exact Range | split; [exact Inj|]].
    intros i j Lt Hj. apply upward_adj, Arcs, in_complete. lia.
Qed.

(** ** The theorem *)

Definition simple (E : list (nat * nat)) := forall a b, In (a, b) E -> a <> b.

Lemma directed_enc n D : simple D -> labelled_enc n (directed_arcs D) = enc n D.
Proof.
  intros Simple. unfold labelled_enc, enc, directed_arcs. f_equal. rewrite map_map. apply map_ext_in.
  intros [a b] H. cbn. destruct (Nat.eqb_spec a b) as [Eq|_]; [destruct (Simple a b H Eq) | reflexivity].
Qed.

Lemma upward_simple E : simple E -> simple (upward E).
Proof.
  intros Simple a b H. apply upward_adj in H. destruct H as [H|H]; apply Simple in H; congruence.
Qed.

Lemma complete_simple k : simple (complete k).
Proof. intros a b H. apply in_complete in H. lia. Qed.

Theorem ordered_clique_iff_smatch k n E :
  simple E ->
  clique k n E <-> SMATCH (enc k (complete k)) (enc n (upward E)) (2 * k + 2 + length (complete k)).
Proof.
  intros Simple. rewrite clique_upward, directed_iff_smatch by apply complete_wf.
  rewrite !directed_enc by (try apply upward_simple; try apply complete_simple; exact Simple). reflexivity.
Qed.

(** The way back: the vertices of the clique are where the variables are aligned. *)
Theorem ordered_clique_of_score k n E phi :
  simple E -> pinj phi -> 2 * k + 2 + length (complete k) <= score (enc k (complete k)) (enc n (upward E)) phi ->
  is_clique k n E (embedding_of phi).
Proof.
  intros Simple P H.
  destruct (labelled_embedding_of_score k (directed_arcs (complete k)) n (directed_arcs (upward E)) phi)
    as (Range & Inj & Arcs).
  - intros l a b K. apply in_directed in K. apply complete_wf, K.
  - exact P.
  - unfold directed_arcs at 1. rewrite map_length.
    rewrite !directed_enc by (try apply upward_simple; try apply complete_simple; exact Simple). exact H.
  - split; [exact Range | split; [exact Inj|]]. intros i j Lt Hj. apply upward_adj.
    apply (in_directed (upward E) 0), Arcs, in_directed. split; [reflexivity | apply in_complete; lia].
Qed.
