(** * SUBGRAPH ISOMORPHISM reduces to SMATCH

    Given undirected graphs H and G, as lists of edges over the vertices 0 .. nH-1 and 0 .. nG-1.  H is turned into
    triples with a root of its own, a [member] relation from the root to every vertex and one relation per edge; G the
    same with both directions of every edge.  Then H can be embedded in G if and only if some alignment matches all
    triples of H ([subiso_iff_smatch]); their number is 2 nH + 2 + |E(H)| ([enc_length]).

    Left to right: align the roots and every vertex with its image.  Right to left: if all triples are matched, every
    vertex has an image with the concept of vertices, different vertices have different images, and every edge of H is
    one of the two directions of an edge of G.

    The Python counterpart is reductions/to_smatch/subgraphs.py. *)

From Coq Require Import Arith Lia Bool List FinFun.
From SmatchProof Require Import Smatch.
Import ListNotations.

(** ** Definitions *)

(** Variables: the root is 0 and vertex i is S i.  Relations: [member] is 0 and [edge] is 1.  Concepts: that of the
    root is 0, that of vertices is 1.  The mark of the root is [Attr 0 0 0]. *)
Definition base n :=
  Inst 0 0 :: Attr 0 0 0 :: map (fun i => Inst (S i) 1) (seq 0 n) ++ map (fun i => Rel 0 0 (S i)) (seq 0 n).

Definition arc (e : nat * nat) := Rel 1 (S (fst e)) (S (snd e)).

Definition enc n (E : list (nat * nat)) := base n ++ map arc E.

Definition swap (e : nat * nat) := (snd e, fst e).

Definition both E := E ++ map swap E.

Definition wf n (E : list (nat * nat)) := forall a b, In (a, b) E -> a < n /\ b < n.

Definition adj (E : list (nat * nat)) a b := In (a, b) E \/ In (b, a) E.

(** An embedding of H in G: an injection of the vertices that preserves edges. *)
Definition embedding nH EH nG EG (f : nat -> nat) :=
  (forall i, i < nH -> f i < nG) /\
  (forall i j, i < nH -> j < nH -> f i = f j -> i = j) /\
  (forall a b, In (a, b) EH -> adj EG (f a) (f b)).

Definition embeds nH EH nG EG := exists f, embedding nH EH nG EG f.

(** An alignment of vertices, as an alignment of variables that also aligns the roots. *)
Definition lift (pi : align) : align := (0, 0) :: map (fun p => (S (fst p), S (snd p))) pi.

(** ** The triples of an encoded graph *)

Lemma in_base n t :
  In t (base n) <-> t = Inst 0 0 \/ t = Attr 0 0 0 \/ exists i, i < n /\ (t = Inst (S i) 1 \/ t = Rel 0 0 (S i)).
Proof.
  unfold base. simpl. rewrite in_app_iff, !in_map_iff. split.
  - intros [<-|[<-|[[i [<- H]]|[i [<- H]]]]]; auto; right; right; exists i; apply in_seq in H; split; auto; lia.
  - intros [->|[->|[i [H [->| ->]]]]]; auto; right; right; [left|right]; exists i; split; auto; apply in_seq; lia.
Qed.

Lemma base_length n : length (base n) = 2 * n + 2.
Proof. unfold base. simpl. rewrite app_length, !map_length, seq_length. lia. Qed.

Lemma enc_length n E : length (enc n E) = 2 * n + 2 + length E.
Proof. unfold enc. rewrite app_length, base_length, map_length. lia. Qed.

Lemma base_enc n E t : In t (base n) -> In t (enc n E).
Proof. intros H. apply in_app_iff. left. exact H. Qed.

Lemma arc_enc n E e : In e E -> In (arc e) (enc n E).
Proof. intros H. apply in_app_iff. right. apply in_map, H. Qed.

Lemma in_enc_inst n E y : In (Inst y 1) (enc n E) -> exists j, y = S j /\ j < n.
Proof.
  unfold enc. rewrite in_app_iff, in_base, in_map_iff.
  intros [[H|[H|[i [H [K|K]]]]]|[e [H _]]]; try discriminate. injection K as ->. eauto.
Qed.

Lemma in_enc_arc n E y z : In (Rel 1 y z) (enc n E) <-> exists a b, y = S a /\ z = S b /\ In (a, b) E.
Proof.
  unfold enc. rewrite in_app_iff, in_base, in_map_iff. split.
  - intros [[H|[H|[i [H [K|K]]]]]|[[a b] [H K]]]; try discriminate. injection H as <- <-. eauto.
  - intros (a & b & -> & -> & H). right. exists (a, b). auto.
Qed.

(** ** Alignments of vertices *)

Lemma lift_pinj pi : pinj pi -> pinj (lift pi).
Proof.
  assert (M : forall l, NoDup l -> NoDup (0 :: map S l)).
  { intros l H. constructor.
    - rewrite in_map_iff. intros (? & ? & _). discriminate.
    - apply Injective_map_NoDup; [intros ? ? E; injection E; auto | exact H]. }
  intros [N1 N2]. unfold lift, pinj. simpl. rewrite !map_map. simpl. split.
  - rewrite <- (map_map fst S). auto.
  - rewrite <- (map_map snd S). auto.
Qed.

Lemma lift_app pi i j : pinj pi -> In (i, j) pi -> app (lift pi) (S i) = Some (S j).
Proof.
  intros P H. apply In_app; [apply lift_pinj, P|].
  right. apply in_map_iff. exists (i, j). auto.
Qed.

Lemma lift_app_inv pi i y : pinj pi -> app (lift pi) (S i) = Some y -> exists j, y = S j /\ In (i, j) pi.
Proof.
  intros P H. apply app_In in H. destruct H as [H|H]; [discriminate|].
  apply in_map_iff in H. destruct H as ([a b] & H & K). injection H as <- <-. eauto.
Qed.

(** An alignment of all vertices matches all triples except, perhaps, those of edges. *)
Lemma base_matched n m E pi t :
  pinj pi -> (forall i, i < n -> exists j, j < m /\ In (i, j) pi) -> In t (base n) ->
  matched (enc m E) (lift pi) t = true.
Proof.
  intros P Total H. apply in_base in H. unfold matched, image.
  destruct H as [->|[->|(i & Hi & [->| ->])]].
  - apply tin_iff, base_enc, in_base. auto.
  - apply tin_iff, base_enc, in_base. auto.
  - destruct (Total i Hi) as (j & Hj & K). rewrite (lift_app pi i j P K).
    apply tin_iff, base_enc, in_base. right; right. exists j. auto.
  - destruct (Total i Hi) as (j & Hj & K). rewrite (lift_app pi i j P K).
    apply tin_iff, base_enc, in_base. right; right. exists j. auto.
Qed.

(** ** The reduction *)

(** The alignment that belongs to a map of the vertices. *)
Definition graph_of (f : nat -> nat) n : align := map (fun i => (i, f i)) (seq 0 n).

Lemma in_graph_of f n i : i < n -> In (i, f i) (graph_of f n).
Proof. intros H. apply in_map_iff. exists i. split; auto. apply in_seq. lia. Qed.

Lemma graph_of_pinj f n : (forall i j, i < n -> j < n -> f i = f j -> i = j) -> pinj (graph_of f n).
Proof.
  intros Inj. unfold graph_of, pinj. rewrite !map_map. simpl. split; [rewrite map_id; apply seq_NoDup|].
  assert (Q : forall l, NoDup l -> (forall i, In i l -> i < n) -> NoDup (map f l)).
  { induction l as [|a l IH]; intros ND K; simpl; constructor; apply NoDup_cons_iff in ND; destruct ND as [Fresh ND].
    - rewrite in_map_iff. intros (b & E & Hb). apply Fresh.
      rewrite <- (Inj b a); auto; apply K; simpl; auto.
    - apply IH; auto. intros. apply K. simpl. auto. }
  apply Q; [apply seq_NoDup | intros i K; apply in_seq in K; lia].
Qed.

Lemma embeds_smatch nH EH nG EG :
  wf nH EH -> embeds nH EH nG EG -> SMATCH (enc nH EH) (enc nG (both EG)) (2 * nH + 2 + length EH).
Proof.
  intros WH (f & Range & Inj & Edges). assert (P := graph_of_pinj f nH Inj).
  exists (lift (graph_of f nH)). split; [apply lift_pinj, P|].
  rewrite <- enc_length, score_full. intros t Ht. apply in_app_iff in Ht. destruct Ht as [Ht|Ht].
  - apply (base_matched nH); auto. intros i Hi. exists (f i). split; auto. apply in_graph_of, Hi.
  - apply in_map_iff in Ht. destruct Ht as ([a b] & <- & Hab). destruct (WH a b Hab) as [Ha Hb].
    unfold matched, image, arc. simpl fst. simpl snd.
    rewrite (lift_app _ a (f a)), (lift_app _ b (f b)) by (auto; apply in_graph_of; auto).
    apply tin_iff, in_enc_arc. exists (f a), (f b). repeat split; auto. apply in_app_iff.
    destruct (Edges a b Hab) as [K|K]; [left; exact K|].
    right. apply in_map_iff. exists (f b, f a). auto.
Qed.

(** The way back: every vertex goes where its variable is aligned. *)
Definition embedding_of (phi : align) (i : nat) : nat := match app phi (S i) with Some y => pred y | None => 0 end.

Theorem embedding_of_score nH EH nG EG phi :
  wf nH EH -> pinj phi -> 2 * nH + 2 + length EH <= score (enc nH EH) (enc nG (both EG)) phi ->
  embedding nH EH nG EG (embedding_of phi).
Proof.
  intros WH P H. rewrite <- enc_length, score_full in H.
  assert (V : forall i, i < nH -> exists j, app phi (S i) = Some (S j) /\ j < nG).
  { intros i Hi. assert (M : In (Inst (S i) 1) (enc nH EH)) by (apply base_enc, in_base; right; right; exists i; auto).
    apply H in M. unfold matched, image in M. destruct (app phi (S i)) as [y|]; simpl in M; [|discriminate].
    apply tin_iff, in_enc_inst in M. destruct M as (j & -> & Hj). eauto. }
  set (f := embedding_of phi).
  assert (Hf : forall i, i < nH -> app phi (S i) = Some (S (f i)) /\ f i < nG).
  { intros i Hi. destruct (V i Hi) as (j & E & Hj). unfold f, embedding_of. rewrite E. auto. }
  repeat split.
  - intros i Hi. apply Hf, Hi.
  - intros i j Hi Hj E. destruct (Hf i Hi) as [Ei _], (Hf j Hj) as [Ej _]. rewrite E in Ei.
    assert (S i = S j) by (eapply pinj_inj; eauto). lia.
  - intros a b Hab. destruct (WH a b Hab) as [Ha Hb]. destruct (Hf a Ha) as [Ea _], (Hf b Hb) as [Eb _].
    assert (L := H _ (arc_enc nH EH (a, b) Hab)).
    unfold matched, image, arc in L. simpl in L. rewrite Ea, Eb in L.
    apply tin_iff, in_enc_arc in L. destruct L as (x & y & E1 & E2 & L).
    injection E1 as <-. injection E2 as <-. apply in_app_iff in L. destruct L as [L|L]; [left; exact L|].
    apply in_map_iff in L. destruct L as ([u v] & E & L). injection E as <- <-. right. exact L.
Qed.

Theorem subiso_iff_smatch nH EH nG EG :
  wf nH EH -> embeds nH EH nG EG <-> SMATCH (enc nH EH) (enc nG (both EG)) (2 * nH + 2 + length EH).
Proof.
  intros WH. split; [apply embeds_smatch, WH|].
  intros (phi & P & H). exists (embedding_of phi). apply embedding_of_score; assumption.
Qed.

(** ** Cliques

    A clique of k vertices is a complete subgraph.  The left graph has k + 1 variables, so Smatch is W[1]-hard in the
    number of variables of the smaller graph, as CLIQUE is in k (Downey & Fellows 1995). *)

Definition complete k : list (nat * nat) :=
  flat_map (fun j => map (fun i => (i, j)) (seq 0 j)) (seq 0 k).

Lemma in_complete k i j : In (i, j) (complete k) <-> i < j /\ j < k.
Proof.
  unfold complete. rewrite in_flat_map. split.
  - intros (j' & Hj & H). apply in_map_iff in H. destruct H as (i' & E & Hi). injection E as <- <-.
    apply in_seq in Hi, Hj. lia.
  - intros [Hi Hj]. exists j. split; [apply in_seq; lia|]. apply in_map_iff. exists i.
    split; [reflexivity | apply in_seq; lia].
Qed.

(** The i-th vertex of the clique is [f i]. *)
Definition is_clique k n E (f : nat -> nat) :=
  (forall i, i < k -> f i < n) /\
  (forall i j, i < k -> j < k -> f i = f j -> i = j) /\
  (forall i j, i < j -> j < k -> adj E (f i) (f j)).

Definition clique k n E := exists f, is_clique k n E f.

Lemma clique_embedding k n E f : is_clique k n E f <-> embedding k (complete k) n E f.
Proof.
  unfold is_clique, embedding. split; intros (Range & Inj & Edges); (split; [exact Range | split; [exact Inj|]]).
  - intros a b H. apply in_complete in H. apply Edges; lia.
  - intros i j Hi Hj. apply Edges, in_complete. lia.
Qed.

Lemma complete_wf k : wf k (complete k).
Proof. intros a b H. apply in_complete in H. lia. Qed.

Theorem clique_iff_smatch k n E :
  clique k n E <-> SMATCH (enc k (complete k)) (enc n (both E)) (2 * k + 2 + length (complete k)).
Proof.
  rewrite <- subiso_iff_smatch by apply complete_wf. split; intros (f & H); exists f; apply clique_embedding, H.
Qed.

(** The way back: the vertices of the clique are where the variables are aligned. *)
Theorem clique_of_score k n E phi :
  pinj phi -> 2 * k + 2 + length (complete k) <= score (enc k (complete k)) (enc n (both E)) phi ->
  is_clique k n E (embedding_of phi).
Proof. intros P H. apply clique_embedding, embedding_of_score; [apply complete_wf | exact P | exact H]. Qed.

Lemma complete_length k : 2 * length (complete k) = k * (k - 1).
Proof.
  unfold complete. induction k as [|k IH]; [reflexivity|].
  rewrite seq_S, flat_map_app, app_length. cbn [flat_map plus]. rewrite app_nil_r, map_length, seq_length. nia.
Qed.

(** As a reduction that preserves the parameter: the smaller graph has k + 1 variables, whatever the size of the larger.
    So whoever decides SMATCH in time h(variables of the left graph) size^c decides CLIQUE in time h(k + 1) size^c, where
    the sizes are those below. *)
Definition left_variables (T : list triple) : list nat :=
  flat_map (fun t => match t with Inst v _ => [v] | _ => [] end) T.

Lemma left_variables_enc n E : left_variables (enc n E) = seq 0 (S n).
Proof.
  assert (Arcs : forall l, left_variables (map arc l) = []) by (induction l; auto).
  assert (Members : forall l, left_variables (map (fun i => Rel 0 0 (S i)) l) = []) by (induction l; auto).
  assert (Nodes : forall l, left_variables (map (fun i => Inst (S i) 1) l) = map S l) by (induction l; simpl; congruence).
  unfold enc, base, left_variables in *. rewrite flat_map_app. cbn [flat_map List.app].
  rewrite flat_map_app, Nodes, Members, Arcs, !app_nil_r, seq_shift. reflexivity.
Qed.

Theorem clique_parameter k n E :
  let A := enc k (complete k) in let B := enc n (both E) in
  (clique k n E <-> SMATCH A B (length A)) /\
  left_variables A = seq 0 (k + 1) /\
  2 * length A = k * k + 3 * k + 4 /\
  length B = 2 * n + 2 + 2 * length E.
Proof.
  cbv zeta. rewrite !enc_length. split; [apply clique_iff_smatch|]. split.
  - rewrite left_variables_enc. f_equal. lia.
  - assert (K := complete_length k). split; [nia|].
    unfold both. rewrite app_length, map_length. lia.
Qed.

(** With a meter: [time] is what some way of deciding SMATCH needs, [h] may be any function of the parameter. *)
Corollary clique_in_time (time : list triple -> list triple -> nat -> nat) (h : nat -> nat) (c : nat) :
  (forall A B q, time A B q <= h (length (left_variables A)) * (length A + length B) ^ c) ->
  forall k n E, k <= n ->
  time (enc k (complete k)) (enc n (both E)) (length (enc k (complete k)))
    <= h (k + 1) * (n * n + 5 * n + 4 + 2 * length E) ^ c.
Proof.
  intros Fast k n E Small. destruct (clique_parameter k n E) as (_ & V & LA & LB).
  eapply Nat.le_trans; [apply Fast|]. rewrite V, seq_length.
  apply Nat.mul_le_mono_l, Nat.pow_le_mono_l. nia.
Qed.
