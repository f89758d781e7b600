(** * The classical chain: SAT to CLIQUE to SUBGRAPH ISOMORPHISM to SMATCH

    Karp (1972): the vertices are the literals of the clauses, and two of them are joined if they are in different
    clauses and do not contradict each other.  A formula of m clauses is satisfiable if and only if this graph has a
    clique of m vertices ([sat_clique]).  With SubgraphIsomorphism.v: if and only if all 2 m + 2 + m (m-1) / 2 triples of
    the complete graph's encoding can be matched ([sat_chain]); and an alignment that matches them all spells out an
    assignment ([sat_chain_back]).

    Left to right: take the first true literal of each clause.  Right to left: m vertices that are in different clauses
    are one in each; make their literals true.  Clauses may be empty here, and of any length.

    The Python counterpart is reductions/to_smatch/satisfiability.py. *)

From Coq Require Import Arith Lia Bool List.
From SmatchProof Require Import Smatch SubgraphIsomorphism MaxSat.
Import ListNotations.

(** ** The graph of literals that agree *)

Definition no_literal : nat * nat * literal := (0, 0, (0, true)).

(** Vertex i: the number of its clause, and its literal. *)
Definition vertex (f : formula) (i : nat) := nth i (literals f) no_literal.
Definition clause_of (f : formula) (i : nat) : nat := fst (fst (vertex f i)).
Definition literal_of (f : formula) (i : nat) : literal := snd (vertex f i).

Definition contradict (l l' : literal) : bool := Nat.eqb (fst l) (fst l') && negb (eqb (snd l) (snd l')).

Definition agree (f : formula) (e : nat * nat) : bool :=
  negb (Nat.eqb (clause_of f (fst e)) (clause_of f (snd e))) && negb (contradict (literal_of f (fst e)) (literal_of f (snd e))).

Definition literal_edges (f : formula) : list (nat * nat) := filter (agree f) (complete (length (literals f))).

Lemma agree_swap f a b : agree f (a, b) = agree f (b, a).
Proof.
  unfold agree, contradict. simpl. rewrite (Nat.eqb_sym (clause_of f a)), (Nat.eqb_sym (fst (literal_of f a))).
  destruct (snd (literal_of f a)), (snd (literal_of f b)); reflexivity.
Qed.

Lemma literal_edges_wf f : wf (length (literals f)) (literal_edges f).
Proof. intros a b H. apply filter_In in H. destruct H as [H _]. apply in_complete in H. lia. Qed.

(** Two vertices are joined if and only if they are different and agree. *)
Lemma joined f a b : a < length (literals f) -> b < length (literals f) ->
  adj (literal_edges f) a b <-> agree f (a, b) = true.
Proof.
  intros Ha Hb. unfold adj, literal_edges. rewrite !filter_In, !in_complete. split.
  - intros [[_ H]|[_ H]]; [exact H | rewrite agree_swap; exact H].
  - intros H. destruct (Nat.lt_trichotomy a b) as [L|[->|L]]; [left; auto | | right; rewrite agree_swap in H; auto].
    exfalso. unfold agree in H. simpl in H. rewrite Nat.eqb_refl in H. discriminate.
Qed.

Lemma in_vertices f j p l : In (j, p, l) (literals f) -> exists i, i < length (literals f) /\ vertex f i = (j, p, l).
Proof. intros H. apply (In_nth _ _ no_literal) in H. exact H. Qed.

Lemma vertex_in f i : i < length (literals f) -> exists j p l,
  vertex f i = (j, p, l) /\ j < length f /\ (exists c, nth_error f j = Some c /\ nth_error c p = Some l).
Proof.
  intros H. assert (K := nth_In (literals f) no_literal H). fold (vertex f i) in K.
  destruct (vertex f i) as [[j p] l]. exists j, p, l. apply in_literals in K. split; [reflexivity|].
  destruct K as (c & Hc & Hl). split; [apply nth_error_Some; congruence | eauto].
Qed.

(** ** The first member of a list that passes a test *)

Fixpoint find_index {T} (test : T -> bool) (l : list T) : nat :=
  match l with
  | [] => 0
  | x :: r => if test x then 0 else S (find_index test r)
  end.

Lemma find_index_spec {T} (test : T -> bool) l d : (exists x, In x l /\ test x = true) ->
  find_index test l < length l /\ test (nth (find_index test l) l d) = true.
Proof.
  induction l as [|x l IH]; [intros (y & [] & _)|]. intros (y & Hy & E). simpl.
  destruct (test x) eqn:Ex; [split; [lia | exact Ex]|].
  destruct IH as [L K]; [exists y; destruct Hy as [->|Hy]; [congruence | auto]|]. split; [lia | exact K].
Qed.

(** ** The two directions *)

(** The first true literal of a clause. *)
Definition true_vertex (f : formula) (s : nat -> bool) (j : nat) : nat :=
  find_index (fun t => Nat.eqb (fst (fst t)) j && holds s (snd t)) (literals f).

Theorem clique_of_assignment f s :
  (forall c, In c f -> existsb (holds s) c = true) ->
  is_clique (length f) (length (literals f)) (literal_edges f) (true_vertex f s).
Proof.
  intros Sat.
  assert (Spec : forall j, j < length f ->
    true_vertex f s j < length (literals f) /\ clause_of f (true_vertex f s j) = j /\
    holds s (literal_of f (true_vertex f s j)) = true).
  { intros j Hj. destruct (nth_error f j) as [c|] eqn:Hc; [|apply nth_error_Some in Hj; congruence].
    specialize (Sat c (nth_error_In _ _ Hc)). apply existsb_exists in Sat. destruct Sat as (l & Hl & T).
    apply In_nth_error in Hl. destruct Hl as (p & Hp).
    destruct (find_index_spec (fun t => Nat.eqb (fst (fst t)) j && holds s (snd t)) (literals f) no_literal) as [L K].
    - exists (j, p, l). split; [apply in_literals; eauto|]. simpl. rewrite Nat.eqb_refl. exact T.
    - fold (true_vertex f s j) in L, K. fold (vertex f (true_vertex f s j)) in K.
      apply andb_true_iff in K. destruct K as [K1 K2]. apply Nat.eqb_eq in K1. auto. }
  split; [|split].
  - intros j Hj. apply Spec, Hj.
  - intros i j Hi Hj E. destruct (Spec i Hi) as (_ & <- & _), (Spec j Hj) as (_ & <- & _). rewrite E. reflexivity.
  - intros i j Hij Hj. destruct (Spec i) as (Li & Ci & Ti); [lia|]. destruct (Spec j Hj) as (Lj & Cj & Tj).
    apply joined; [exact Li | exact Lj|]. unfold agree. cbn [fst snd]. rewrite Ci, Cj.
    apply andb_true_iff. split; [apply negb_true_iff, Nat.eqb_neq; lia|].
    unfold contradict. destruct (Nat.eqb_spec (fst (literal_of f (true_vertex f s i))) (fst (literal_of f (true_vertex f s j)))) as [E|]; [|reflexivity].
    unfold holds in Ti, Tj. rewrite E in Ti. apply eqb_prop in Ti, Tj. rewrite <- Ti, <- Tj, eqb_reflx. reflexivity.
Qed.

(** The literals of the clique are true, and variables that are not among them false. *)
Definition assignment_of_clique (f : formula) (g : nat -> nat) (v : nat) : bool :=
  existsb (fun i => Nat.eqb (fst (literal_of f (g i))) v && snd (literal_of f (g i))) (seq 0 (length f)).

Theorem assignment_of_clique_satisfies f g :
  is_clique (length f) (length (literals f)) (literal_edges f) g ->
  forall c, In c f -> existsb (holds (assignment_of_clique f g)) c = true.
Proof.
  intros (Range & _ & Edges) c Hc.
  assert (Agree : forall i j, i < length f -> j < length f -> i <> j -> agree f (g i, g j) = true).
  { assert (K : forall i j, i < j -> j < length f -> agree f (g i, g j) = true).
    { intros i j Hij Hj. apply joined; [apply Range; lia | apply Range, Hj | apply Edges; assumption]. }
    intros i j Hi Hj Ne. destruct (Nat.lt_trichotomy i j) as [L|[L|L]]; [apply K; assumption | contradiction|].
    rewrite agree_swap. apply K; assumption. }
  (* different vertices of the clique are in different clauses, so every clause has one *)
  assert (Each : incl (seq 0 (length f)) (map (fun i => clause_of f (g i)) (seq 0 (length f)))).
  { apply NoDup_length_incl; [|rewrite map_length; lia|].
    - apply NoDup_map_on; [apply seq_NoDup|]. intros i j Hi Hj E. apply in_seq in Hi, Hj.
      destruct (Nat.eq_dec i j) as [->|Ne]; [reflexivity|]. exfalso.
      assert (K := Agree i j ltac:(lia) ltac:(lia) Ne). unfold agree in K. cbn [fst snd] in K.
      rewrite E, Nat.eqb_refl in K. discriminate.
    - intros j Hj. apply in_map_iff in Hj. destruct Hj as (i & <- & Hi). apply in_seq in Hi.
      destruct (vertex_in f (g i)) as (j & p & l & E & L & _); [apply Range; lia|].
      unfold clause_of. rewrite E. apply in_seq. simpl. lia. }
  apply In_nth_error in Hc. destruct Hc as (j & Hc).
  assert (Hj : j < length f) by (apply nth_error_Some; congruence).
  assert (K : In j (map (fun i => clause_of f (g i)) (seq 0 (length f)))) by (apply Each, in_seq; lia).
  apply in_map_iff in K. destruct K as (i & Ei & Hi). apply in_seq in Hi.
  destruct (vertex_in f (g i)) as (j' & p & [v b] & E & _ & c' & Hc' & Hl); [apply Range; lia|].
  unfold clause_of in Ei. rewrite E in Ei. simpl in Ei. subst j'.
  rewrite Hc in Hc'. injection Hc' as <-. apply existsb_exists. exists (v, b).
  split; [apply nth_error_In in Hl; exact Hl|].
  unfold holds. cbn [fst snd]. destruct (assignment_of_clique f g v) eqn:A, b; try reflexivity; exfalso.
  - (* variable v is true, by another literal of the clique, which contradicts this one *)
    apply existsb_exists in A. destruct A as (i' & Hi' & A). apply in_seq in Hi'. apply andb_true_iff in A.
    destruct A as [A1 A2]. apply Nat.eqb_eq in A1. destruct (Nat.eq_dec i i') as [<-|Ne].
    + unfold literal_of in A2. rewrite E in A2. discriminate.
    + assert (K := Agree i i' ltac:(lia) ltac:(lia) Ne). unfold agree, contradict in K. cbn [fst snd] in K.
      assert (Ei : literal_of f (g i) = (v, false)) by (unfold literal_of; rewrite E; reflexivity).
      rewrite Ei in K. cbn [fst snd] in K. rewrite A1, A2, Nat.eqb_refl, andb_false_r in K. discriminate.
  - apply not_true_iff_false in A. apply A. apply existsb_exists. exists i. split; [apply in_seq; lia|].
    unfold literal_of. rewrite E. simpl. rewrite Nat.eqb_refl. reflexivity.
Qed.

Theorem sat_clique f : satisfiable f <-> clique (length f) (length (literals f)) (literal_edges f).
Proof.
  split.
  - intros (s & Sat). exists (true_vertex f s). apply clique_of_assignment, Sat.
  - intros (g & H). exists (assignment_of_clique f g). apply assignment_of_clique_satisfies, H.
Qed.

(** ** The chain *)

Definition chain_left (f : formula) : list triple := enc (length f) (complete (length f)).
Definition chain_right (f : formula) : list triple := enc (length (literals f)) (both (literal_edges f)).

Theorem sat_chain f : satisfiable f <-> SMATCH (chain_left f) (chain_right f) (length (chain_left f)).
Proof. unfold chain_left, chain_right. rewrite enc_length, sat_clique. apply clique_iff_smatch. Qed.

(** An alignment that matches all triples of the left graph spells out an assignment. *)
Theorem sat_chain_back f phi :
  pinj phi -> length (chain_left f) <= score (chain_left f) (chain_right f) phi ->
  forall c, In c f -> existsb (holds (assignment_of_clique f (embedding_of phi))) c = true.
Proof.
  unfold chain_left, chain_right. intros P H. apply assignment_of_clique_satisfies, clique_of_score; [exact P|].
  rewrite enc_length in H. exact H.
Qed.

(** Quadratic in the number of clauses, and in the number of literals. *)
Theorem sat_chain_size f :
  2 * length (chain_left f) = length f * length f + 3 * length f + 4 /\
  length (chain_right f) <= 2 + 2 * length (literals f) + length (literals f) * length (literals f).
Proof.
  unfold chain_left, chain_right, both. rewrite !enc_length, app_length, map_length.
  assert (K := complete_length (length f)). assert (L := complete_length (length (literals f))).
  assert (Q := filter_le (agree f) (complete (length (literals f)))). fold (literal_edges f) in Q. split; nia.
Qed.
