(** * What the reductions write is polynomial in the bits of what they read

    NP.v counts the bits of an instance of SMATCH: numbers in binary, and one unit for the kind of each triple
    ([input_bits]).  Here the instances of the other problems are counted in the same way, and for each construction
    with a theorem the bits of its output are bounded by a polynomial of the bits of its input, the question's number
    included on both sides:

    - SAT and MAX-SAT                                          [sat_bits], [max_sat_bits]
    - subgraph isomorphism, directed and induced as well       [subgraph_bits], [directed_bits], [induced_bits]
    - CLIQUE, whatever the size that is asked for              [clique_bits]
    - common subgraph, MAX-CUT                                 [common_bits], [max_cut_bits]
    - independent set in graphs of degree 3                    [two_paths_bits]
    - 0-1 MAX-QAP, lean and with the diagonal as well          [max_qap_bits]
    - quadratic assignment, by weighted triples                [weighted_qap_bits]
    - graph edit distance, by weighted triples                 [edit_bits]

    A formula or a graph that is said to have N variables or n vertices has a mark for each of them: N and n are in unary.
    In binary no such theorem holds, as the constructions write each variable and vertex down.  Where every variable
    occurs, the marks are not needed ([marks_for_free]).

    Weights are in binary, and the triples are written once, each with its weight.  The list with all copies has as many
    triples as the weights have in sum ([copies_written]): that is exponential in their bits. *)

From Coq Require Import Arith Lia Bool List ZArith.
From SmatchProof Require Import Smatch Sums NP NPRules SubgraphIsomorphism LabelledSubgraph MaxSat Chain MaxCut CommonSubgraph MaxQap.
From SmatchProof Require TwoPaths Checker WeightedQap EditDistance.
Import ListNotations.

(** ** Inputs *)

Definition literal_bits (l : literal) : nat := 1 + bits (fst l).
Definition clause_bits (c : clause) : nat := 1 + list_sum (map literal_bits c).
Definition clauses_bits (f : formula) : nat := list_sum (map clause_bits f).

(** A formula with N variables: a mark for each, and the clauses. *)
Definition formula_bits (N : nat) (f : formula) : nat := N + clauses_bits f.

Definition edge_bits (e : nat * nat) : nat := 1 + bits (fst e) + bits (snd e).
Definition edges_bits (E : list (nat * nat)) : nat := list_sum (map edge_bits E).

(** A graph with n vertices: a mark for each, and the edges. *)
Definition graph_bits (n : nat) (E : list (nat * nat)) : nat := n + edges_bits E.

(** ** Numbers *)

Lemma bits_pos x : 1 <= bits x.
Proof. unfold bits. lia. Qed.

Lemma bits_add x y : bits (x + y) <= bits x + bits y.
Proof.
  assert (Double : forall m, bits (2 * m) <= 1 + bits m).
  { intros [|m]; [change (1 <= 2); lia|]. unfold bits. rewrite Nat.log2_double by lia. lia. }
  transitivity (bits (2 * Nat.max x y)); [apply bits_mono; lia|]. rewrite Double.
  assert (Px : 1 <= bits x) by apply bits_pos. assert (Py : 1 <= bits y) by apply bits_pos.
  destruct (Nat.max_spec x y) as [[_ ->]|[_ ->]]; lia.
Qed.

Lemma bits_S x : bits (S x) <= 1 + bits x.
Proof. assert (K := bits_add 1 x). change (bits 1) with 1 in K. exact K. Qed.

(** A number takes at most as many bits as the number itself says, and one if it is 0. *)
Lemma bits_le_S x : bits x <= S x.
Proof. unfold bits. destruct x; [apply le_n|]. assert (K := Nat.log2_lt_lin (S x)). lia. Qed.

Lemma bits_name kind i p : bits (name kind i p) <= 4 * (1 + bits kind + bits i + bits p).
Proof.
  rewrite (bits_mono _ _ (name_le kind i p)). set (s := kind + i + p + 1).
  assert (S4 : bits (s ^ 4) <= 4 * bits s).
  { replace (s ^ 4) with (s * s * (s * s)) by (simpl; lia).
    assert (K := bits_mul (s * s) (s * s)). assert (L := bits_mul s s). lia. }
  assert (Ss : bits s <= 1 + bits kind + bits i + bits p).
  { unfold s. assert (K1 := bits_add (kind + i + p) 1). assert (K2 := bits_add (kind + i) p).
    assert (K3 := bits_add kind i). change (bits 1) with 1 in K1. lia. }
  lia.
Qed.

(** ** Lists of triples whose numbers have at most b bits *)

Definition narrow (b : nat) (T : list triple) : Prop := fine_triples (fun x => bits x <= b) T.

Theorem narrow_bits b T : narrow b T -> list_bits T <= length T * (1 + 3 * b).
Proof.
  induction T as [|t T IH]; intros N; [apply le_n|]. rewrite list_bits_cons. simpl length.
  assert (K := entries_bits b t (N t (or_introl eq_refl))). specialize (IH (fun s H => N s (or_intror H))). lia.
Qed.

Lemma narrow_app b T U : narrow b T -> narrow b U -> narrow b (T ++ U).
Proof. intros HT HU t H. apply in_app_iff in H. destruct H; auto. Qed.

Lemma narrow_map {X} b (g : X -> triple) l : (forall x, In x l -> Forall (fun x => bits x <= b) (entries (g x))) -> narrow b (map g l).
Proof. intros H t Ht. apply in_map_iff in Ht. destruct Ht as (x & <- & Hx). auto. Qed.

Lemma narrow_flat_map {X} b (g : X -> list triple) l : (forall x, In x l -> narrow b (g x)) -> narrow b (flat_map g l).
Proof. intros H t Ht. apply in_flat_map in Ht. destruct Ht as (x & Hx & Ht). exact (H x Hx t Ht). Qed.

Ltac entries := repeat (apply Forall_cons || apply Forall_nil).

Lemma in_sum {X} (g : X -> nat) l x : In x l -> g x <= list_sum (map g l).
Proof.
  induction l as [|y l IH]; [intros []|]. change (list_sum (map g (y :: l))) with (g y + list_sum (map g l)).
  intros [->|H]; [lia | specialize (IH H); lia].
Qed.

Lemma sum_at_least {X} (g : X -> nat) b l : (forall x, In x l -> b <= g x) -> b * length l <= list_sum (map g l).
Proof.
  induction l as [|y l IH]; intros H; [simpl; lia|]. change (list_sum (map g (y :: l))) with (g y + list_sum (map g l)).
  simpl length. assert (K := H y (or_introl eq_refl)). specialize (IH (fun x Hx => H x (or_intror Hx))). lia.
Qed.

Lemma times_le a b n : a <= n -> b <= n -> a * b <= n * n.
Proof. apply Nat.mul_le_mono. Qed.

Lemma square_ge n : 1 <= n -> n <= n * n.
Proof. nia. Qed.

Lemma cube_ge n : 1 <= n -> n * n <= n * n * n.
Proof. intros H. rewrite <- (Nat.mul_1_r (n * n)) at 1. apply Nat.mul_le_mono_l, H. Qed.

(** As many lines as c n, each of d n bits. *)
Lemma quadratic c d n L u x : x <= L * u -> L <= c * n -> u <= d * n -> x <= c * d * (n * n).
Proof.
  intros H HL Hu. apply (Nat.le_trans _ _ _ H). replace (c * d * (n * n)) with (c * n * (d * n)) by lia.
  apply Nat.mul_le_mono; assumption.
Qed.

(** ** MAX-SAT *)

Lemma clauses_count f : length f + 2 * length (literals f) <= clauses_bits f.
Proof.
  rewrite literals_length. unfold clauses_bits. induction f as [|c f IH]; [simpl; lia|].
  change (length (c :: f) + 2 * (length c + list_sum (map (@length literal) f))
    <= 1 + list_sum (map literal_bits c) + list_sum (map clause_bits f)).
  assert (L : 2 * length c <= list_sum (map literal_bits c)).
  { apply sum_at_least. intros x _. unfold literal_bits. assert (P := bits_pos (fst x)). lia. }
  simpl length. lia.
Qed.

Lemma literal_narrow f j p v b : In (j, p, (v, b)) (literals f) ->
  bits j <= clauses_bits f /\ bits p <= clauses_bits f /\ bits v <= clauses_bits f.
Proof.
  intros H. apply in_literals in H. destruct H as (c & Hc & Hl).
  assert (Lj : j < length f) by (apply nth_error_Some; congruence).
  assert (Lp : p < length c) by (apply nth_error_Some; congruence).
  apply nth_error_In in Hc, Hl. assert (Kc := in_sum clause_bits f c Hc). assert (Kl := in_sum literal_bits c (v, b) Hl).
  fold (clauses_bits f) in Kc. unfold clause_bits in Kc. unfold literal_bits at 1 in Kl. cbn [fst] in Kl.
  assert (L1 := clauses_count f). assert (Bj := bits_le_S j). assert (Bp := bits_le_S p).
  assert (L2 := sum_at_least literal_bits 1 c ltac:(intros x _; unfold literal_bits; lia)). lia.
Qed.

(** Every number of either graph has at most 24 n bits, where the formula has n. *)
Lemma max_sat_narrow N f n : formula_bits N f < n -> narrow (24 * n) (left N f) /\ narrow (24 * n) (right N f).
Proof.
  unfold formula_bits. intros Hn. assert (LC := clauses_count f).
  assert (Named : forall kind i p, kind <= 4 -> bits i <= n -> bits p <= n -> bits (name kind i p) <= 24 * n).
  { intros kind i p Hk Hi Hp. assert (K := bits_name kind i p). assert (Bk := bits_mono kind 4 Hk).
    change (bits 4) with 3 in Bk. lia. }
  assert (Zero : bits 0 <= 24 * n) by (change (bits 0) with 1; lia).
  assert (Index : forall i, i < n -> bits i <= n) by (intros i Hi; assert (K := bits_le_S i); lia).
  assert (Flag : forall b : bool, bits (if b then 1 else 0) <= n) by (intros []; [change (bits 1) with 1 | change (bits 0) with 1]; lia).
  assert (Roots : narrow (24 * n) roots) by (intros t [<-|[<-|[]]]; cbn [entries]; entries; exact Zero).
  assert (Nodes : forall l, (forall x, In x l -> bits (fst x) <= 24 * n /\ bits (snd x) <= 24 * n) ->
    narrow (24 * n) (map own l) /\ narrow (24 * n) (map MaxSat.star l)).
  { intros l H. split; apply narrow_map; intros x Hx; destruct (H x Hx); cbn; entries; auto. }
  assert (Arc : forall j p v b, In (j, p, (v, b)) (literals f) -> bits j <= n /\ bits p <= n /\ bits v <= n).
  { intros j p v b H. destruct (literal_narrow f j p v b H) as (? & ? & ?). lia. }
  split; (apply narrow_app; [exact Roots|]); (rewrite app_assoc; apply narrow_app; [|apply narrow_map]).
  - apply narrow_app; apply Nodes; intros x Hx; apply in_left_nodes in Hx;
      destruct Hx as [(v & Hv & ->)|(j & Hj & ->)]; split; apply Named; try apply Index; lia.
  - intros [[j p] [v b]] H. destruct (Arc j p v b H) as (? & ? & ?). cbn [left_arc entries].
    entries; apply Named; auto; try apply Index; lia.
  - apply narrow_app; apply Nodes; intros x Hx; apply in_right_nodes in Hx;
      destruct Hx as [(v & b & Hv & ->)|(j & p & [v b] & H & ->)].
    + split; apply Named; auto; try apply Index; lia.
    + destruct (Arc j p v b H) as (? & ? & ?). split; apply Named; auto; try apply Index; lia.
    + split; apply Named; auto; try apply Index; lia.
    + destruct (Arc j p v b H) as (? & ? & ?). split; apply Named; auto; try apply Index; lia.
  - intros [[j p] [v b]] H. destruct (Arc j p v b H) as (? & ? & ?). cbn [right_arc entries].
    entries; apply Named; auto; try apply Index; lia.
Qed.

Lemma full_le f : full f <= length f.
Proof. apply filter_le. Qed.

Theorem max_sat_bits N f k :
  input_bits (left N f) (right N f) (2 + 2 * (N + full f) + k) <= 450 * (formula_bits N f + bits k) ^ 2.
Proof.
  set (n := formula_bits N f + bits k). assert (Pk := bits_pos k). assert (LC := clauses_count f).
  destruct (max_sat_narrow N f n) as [HL HR]; [unfold n; lia|].
  apply narrow_bits in HL, HR. rewrite left_length in HL. rewrite right_length in HR. rewrite <- literals_length in HL, HR.
  assert (Hk : bits (2 + 2 * (N + full f) + k) <= 5 * n).
  { assert (K := bits_add (2 + 2 * (N + full f)) k). assert (L := bits_le_S (2 + 2 * (N + full f))).
    assert (F := full_le f). unfold n, formula_bits. lia. }
  assert (P : 1 <= n) by (unfold n; lia).
  assert (KL := fun L => quadratic 2 73 n _ _ _ HL L ltac:(lia)). assert (KR := fun L => quadratic 4 73 n _ _ _ HR L ltac:(lia)).
  specialize (KL ltac:(unfold n, formula_bits; lia)). specialize (KR ltac:(unfold n, formula_bits; lia)).
  assert (Q := square_ge n P). unfold input_bits. rewrite Nat.pow_2_r. lia.
Qed.

(** Where every variable occurs, there are no more variables than literals, and the clauses alone are enough. *)
Theorem marks_for_free N f :
  (forall v, v < N -> exists c l, In c f /\ In l c /\ fst l = v) -> formula_bits N f <= 2 * clauses_bits f.
Proof.
  intros Occurs. unfold formula_bits. assert (LC := clauses_count f).
  assert (Count : length (seq 0 N) <= length (map (fun t : nat * nat * literal => fst (snd t)) (literals f))).
  { apply NoDup_incl_length; [apply seq_NoDup|]. intros v Hv. apply in_seq in Hv.
    destruct (Occurs v) as (c & l & Hc & Hl & <-); [lia|]. apply In_nth_error in Hc, Hl.
    destruct Hc as (j & Hc), Hl as (p & Hl). apply in_map_iff. exists (j, p, l). split; [reflexivity|].
    apply in_literals. eauto. }
  rewrite seq_length, map_length in Count. lia.
Qed.

(** ** Encoded graphs *)

Lemma edges_count E : 3 * length E <= edges_bits E.
Proof.
  apply sum_at_least. intros e _. unfold edge_bits. assert (P := bits_pos (fst e)). assert (Q := bits_pos (snd e)). lia.
Qed.

Lemma base_narrow n b : bits n < b -> narrow b (base n).
Proof.
  intros Hb t Ht. assert (Pn := bits_pos n). assert (Z0 : bits 0 <= b) by (change (bits 0) with 1; lia).
  assert (Z1 : bits 1 <= b) by (change (bits 1) with 1; lia).
  apply in_base in Ht. destruct Ht as [->|[->|(i & Hi & [->| ->])]]; cbn [entries]; entries; auto;
    (rewrite (bits_mono (S i) n) by lia; lia).
Qed.

Lemma enc_narrow n E b : bits n < b -> (forall x y, In (x, y) E -> bits x < b /\ bits y < b) -> narrow b (enc n E).
Proof.
  intros Hb HE. apply narrow_app; [apply base_narrow, Hb|]. apply narrow_map. intros [x y] H.
  destruct (HE x y H). assert (Kx := bits_S x). assert (Ky := bits_S y). cbn [arc entries fst snd].
  assert (Pn := bits_pos n). entries; [change (bits 1) with 1 | |]; lia.
Qed.

Lemma edge_narrow E x y : In (x, y) E -> bits x + bits y < edges_bits E.
Proof. intros H. assert (K := in_sum edge_bits E (x, y) H). unfold edge_bits at 1 in K. cbn [fst snd] in K. unfold edges_bits. lia. Qed.

(** An encoded graph is quadratic in the bits of the graph. *)
Lemma enc_bits n E m : graph_bits n E < m -> list_bits (enc n E) <= 14 * (m * m).
Proof.
  unfold graph_bits. intros Hm. assert (N : narrow (1 + m) (enc n E)).
  { apply enc_narrow; [assert (K := bits_le_S n); lia|]. intros x y H. assert (K := edge_narrow E x y H).
    assert (Px := bits_pos x). assert (Py := bits_pos y). lia. }
  apply narrow_bits in N. rewrite enc_length in N. assert (L := edges_count E).
  apply (quadratic 2 7 m _ _ _ N); lia.
Qed.

Lemma both_bits E : edges_bits (both E) = 2 * edges_bits E.
Proof.
  unfold both, edges_bits. rewrite map_app, list_sum_app, map_map.
  rewrite (map_ext (fun e => edge_bits (swap e)) edge_bits) by (intros [a b]; unfold edge_bits, swap; cbn [fst snd]; lia). lia.
Qed.

Lemma both_length E : length (both E) = 2 * length E.
Proof. unfold both. rewrite app_length, map_length. lia. Qed.

Lemma enc_both_bits n E m : graph_bits n E < m -> list_bits (enc n (both E)) <= 14 * (m * m).
Proof.
  unfold graph_bits. intros Hm. assert (N : narrow (1 + m) (enc n (both E))).
  { apply enc_narrow; [assert (K := bits_le_S n); lia|]. intros x y H. unfold both in H. apply in_app_iff in H.
    assert (K : bits x + bits y < edges_bits E).
    { destruct H as [H|H]; [apply edge_narrow, H|]. apply in_map_iff in H. destruct H as ([u v] & Eq & H).
      injection Eq as <- <-. assert (K := edge_narrow E u v H). cbn [fst snd]. lia. }
    assert (Px := bits_pos x). assert (Py := bits_pos y). lia. }
  apply narrow_bits in N. rewrite enc_length, both_length in N. assert (L := edges_count E).
  apply (quadratic 2 7 m _ _ _ N); lia.
Qed.

Theorem subgraph_bits nH EH nG EG :
  input_bits (enc nH EH) (enc nG (both EG)) (length (enc nH EH)) <= 35 * (1 + graph_bits nH EH + graph_bits nG EG) ^ 2.
Proof.
  set (n := 1 + graph_bits nH EH + graph_bits nG EG).
  assert (KH := enc_bits nH EH n ltac:(unfold n; lia)). assert (KG := enc_both_bits nG EG n ltac:(unfold n; lia)).
  assert (Kk := bits_le_S (length (enc nH EH))). rewrite enc_length in Kk at 2.
  assert (LH := edges_count EH). assert (LG := edges_count EG).
  assert (K : bits (length (enc nH EH)) <= 1 + 2 * n) by (unfold n, graph_bits; lia).
  assert (P : 1 <= n) by (unfold n; lia). assert (Q := square_ge n P). unfold input_bits. rewrite Nat.pow_2_r. lia.
Qed.

Theorem common_bits nH EH nG EG k :
  input_bits (enc nH EH) (enc nG (both EG)) (2 + 2 * Nat.min nH nG + k)
    <= 35 * (graph_bits nH EH + graph_bits nG EG + bits k) ^ 2.
Proof.
  set (n := graph_bits nH EH + graph_bits nG EG + bits k). assert (Pk := bits_pos k).
  assert (KH := enc_bits nH EH n ltac:(unfold n; lia)). assert (KG := enc_both_bits nG EG n ltac:(unfold n; lia)).
  assert (Kk := bits_add (2 + 2 * Nat.min nH nG) k). assert (Km := bits_le_S (2 + 2 * Nat.min nH nG)).
  assert (K : bits (2 + 2 * Nat.min nH nG + k) <= 3 + 2 * n) by (unfold n, graph_bits; lia).
  assert (P : 1 <= n) by (unfold n; lia). assert (Q := square_ge n P). unfold input_bits. rewrite Nat.pow_2_r. lia.
Qed.

(** ** The chain by way of cliques *)

Lemma index_narrow n E : wf n E -> narrow (2 + n) (enc n E).
Proof.
  intros W. apply enc_narrow; [assert (K := bits_le_S n); lia|]. intros x y H. destruct (W x y H).
  assert (Kx := bits_le_S x). assert (Ky := bits_le_S y). lia.
Qed.

Theorem sat_bits f :
  input_bits (chain_left f) (chain_right f) (length (chain_left f)) <= 70 * (1 + clauses_bits f) ^ 3.
Proof.
  set (n := 1 + clauses_bits f). assert (LC := clauses_count f). destruct (sat_chain_size f) as [SL SR].
  assert (NL := narrow_bits _ _ (index_narrow _ _ (complete_wf (length f)))).
  assert (WR : wf (length (literals f)) (both (literal_edges f))).
  { intros a b H. apply in_app_iff in H. destruct H as [H|H]; [apply literal_edges_wf, H|].
    apply in_map_iff in H. destruct H as ([u v] & E & H). injection E as <- <-. apply literal_edges_wf in H. tauto. }
  assert (NR := narrow_bits _ _ (index_narrow _ _ WR)). fold (chain_left f) in NL. fold (chain_right f) in NR.
  assert (Lm : length f < n /\ length (literals f) < n) by (unfold n; lia). destruct Lm as [Lm Ll].
  assert (P : 1 <= n) by lia. assert (Q := square_ge n P).
  assert (Qm : length f * length f <= n * n) by (apply times_le; lia).
  assert (Ql : length (literals f) * length (literals f) <= n * n) by (apply times_le; lia).
  assert (BL : length (chain_left f) <= 4 * (n * n)) by lia. assert (BR : length (chain_right f) <= 3 * (n * n)) by lia.
  assert (Kk := bits_le_S (length (chain_left f))).
  assert (TL : list_bits (chain_left f) <= 4 * (n * n) * (9 * n)) by (rewrite NL; apply Nat.mul_le_mono; lia).
  assert (TR : list_bits (chain_right f) <= 3 * (n * n) * (9 * n)) by (rewrite NR; apply Nat.mul_le_mono; lia).
  assert (C := cube_ge n P). unfold input_bits. replace (n ^ 3) with (n * n * n) by (simpl; lia). lia.
Qed.

(** *** Cliques of any size that is asked for

    A size above n + 1 is taken as n + 1: the answer is no for both, and the pattern is not exponential in the bits of k. *)
Definition capped (k n : nat) : nat := Nat.min k (S n).

Lemma clique_small k n E : clique k n E -> k <= n.
Proof.
  intros (g & Range & Inj & _). rewrite <- (seq_length k 0), <- (map_length g), <- (seq_length n 0).
  apply NoDup_incl_length.
  - apply NoDup_map_on; [apply seq_NoDup|]. intros x y Hx Hy. apply in_seq in Hx, Hy. apply Inj; lia.
  - intros y Hy. apply in_map_iff in Hy. destruct Hy as (x & <- & Hx). apply in_seq in Hx. apply in_seq.
    assert (K := Range x ltac:(lia)). lia.
Qed.

Theorem clique_capped k n E : clique k n E <-> clique (capped k n) n E.
Proof.
  unfold capped. destruct (Nat.le_gt_cases k (S n)) as [L|L].
  - rewrite Nat.min_l by exact L. reflexivity.
  - rewrite Nat.min_r by lia. split; intros H; apply clique_small in H; lia.
Qed.

Theorem clique_bits k n E :
  let A := enc (capped k n) (complete (capped k n)) in let B := enc n (both E) in
  (clique k n E <-> SMATCH A B (length A)) /\ input_bits A B (length A) <= 70 * (graph_bits n E + bits k) ^ 3.
Proof.
  cbv zeta. split; [rewrite clique_capped; apply clique_parameter|]. set (A := enc _ _).
  set (m := graph_bits n E + bits k). assert (Pk := bits_pos k).
  assert (NL := narrow_bits _ _ (index_narrow _ _ (complete_wf (capped k n)))). fold A in NL.
  destruct (clique_parameter (capped k n) n E) as (_ & _ & SL & _). fold A in SL.
  assert (KR := enc_both_bits n E (1 + m) ltac:(unfold m; lia)).
  assert (Lc : capped k n <= m) by (unfold capped, m, graph_bits; lia).
  assert (P : 1 <= m) by (unfold m; lia). assert (Q := square_ge m P).
  assert (Qc : capped k n * capped k n <= m * m) by (apply times_le; lia).
  assert (BL : length A <= 4 * (m * m)) by lia. assert (Kk := bits_le_S (length A)).
  assert (TL : list_bits A <= 4 * (m * m) * (10 * m)) by (rewrite NL; apply Nat.mul_le_mono; lia).
  assert (TR : list_bits (enc n (both E)) <= 14 * (m * m)).
  { assert (KR' := enc_both_bits n E). unfold m. destruct (Nat.eq_dec (graph_bits n E) 0) as [Z|Z].
    - assert (Zn : n = 0) by (unfold graph_bits in Z; lia). assert (ZE : E = []).
      { destruct E; [reflexivity|]. unfold graph_bits in Z. assert (K := edges_count (p :: E)). simpl length in K. lia. }
      subst n E. assert (K := KR' 1 ltac:(unfold graph_bits, edges_bits; simpl; lia)). nia.
    - apply KR'. lia. }
  assert (C := cube_ge m P). unfold input_bits. replace (m ^ 3) with (m * m * m) by (simpl; lia). lia.
Qed.

(** ** MAX-CUT *)

Theorem max_cut_bits n E k :
  input_bits (cut_left n E) (cut_right n E) (2 + 2 * n + k) <= 450 * (graph_bits n E + bits k) ^ 2.
Proof.
  set (m := graph_bits n E + bits k). assert (Pk := bits_pos k). assert (LE := edges_count E).
  assert (Named : forall kind i p, kind <= 4 -> bits i <= m -> bits p <= m -> bits (name kind i p) <= 24 * m).
  { intros kind i p Hk Hi Hp. assert (K := bits_name kind i p). assert (Bk := bits_mono kind 4 Hk).
    change (bits 4) with 3 in Bk. unfold m in *. lia. }
  assert (Index : forall i, i < m -> bits i <= m) by (intros i Hi; assert (K := bits_le_S i); lia).
  assert (Flag : forall b : bool, bits (if b then 1 else 0) <= m) by (intros []; [change (bits 1) with 1 | change (bits 0) with 1]; lia).
  destruct (max_sat_narrow n [] m) as [BL BR]; [change (formula_bits n []) with (n + 0); unfold m, graph_bits; lia|].
  unfold left in BL. unfold right in BR. change (literals []) with (@nil (nat * nat * literal)) in BL, BR.
  cbn [map] in BL, BR. rewrite app_nil_r in BL, BR.
  assert (Arc : forall i a b, In (i, (a, b)) (numbered E) -> bits i <= m /\ bits a <= m /\ bits b <= m).
  { intros i a b H. apply in_numbered in H. assert (L : i < length E) by (apply nth_error_Some; congruence).
    apply nth_error_In in H. assert (K := edge_narrow E a b H). split; [apply Index|]; unfold m, graph_bits; lia. }
  assert (NL : narrow (24 * m) (cut_left n E)).
  { unfold cut_left. rewrite !app_assoc. apply narrow_app; [rewrite <- app_assoc; exact BL|]. apply narrow_map.
    intros [i [a b]] H. destruct (Arc i a b H) as (? & ? & ?). cbn [cut_arc entries]. entries; apply Named; auto; try apply Index; unfold m; lia. }
  assert (NR : narrow (24 * m) (cut_right n E)).
  { unfold cut_right. rewrite !app_assoc. apply narrow_app; [rewrite <- app_assoc; exact BR|]. apply narrow_flat_map.
    intros [i [a b]] H. destruct (Arc i a b H) as (? & ? & ?).
    intros t [<-|[<-|[]]]; cbn [entries]; entries; apply Named; auto; try apply (Flag true); try apply (Flag false); apply Index; unfold m; lia. }
  apply narrow_bits in NL, NR.
  assert (LL : length (cut_left n E) = 2 + 2 * n + length E).
  { unfold cut_left, left_nodes. rewrite !app_length, !map_length, app_length, !map_length, !seq_length, numbered_length. simpl. lia. }
  assert (LR : length (cut_right n E) = 2 + 4 * n + 2 * length E).
  { assert (C : length (right n []) = 2 + 4 * n) by (rewrite right_length; simpl; lia). unfold right in C.
    change (literals []) with (@nil (nat * nat * literal)) in C. cbn [map] in C. rewrite app_nil_r in C.
    unfold cut_right. rewrite !app_assoc, app_length. rewrite <- app_assoc, C. f_equal.
    rewrite <- (numbered_length E). generalize (numbered E). induction l as [|[i [a b]] l IH]; [reflexivity|].
    cbn [flat_map cut_arcs]. rewrite app_length, IH. simpl. lia. }
  rewrite LL in NL. rewrite LR in NR. assert (P : 1 <= m) by (unfold m; lia).
  assert (KL := quadratic 2 73 m _ _ _ NL ltac:(unfold m, graph_bits; lia) ltac:(lia)).
  assert (KR := quadratic 4 73 m _ _ _ NR ltac:(unfold m, graph_bits; lia) ltac:(lia)).
  assert (Kk := bits_add (2 + 2 * n) k). assert (Km := bits_le_S (2 + 2 * n)).
  assert (K : bits (2 + 2 * n + k) <= 5 * m) by (unfold m, graph_bits; lia).
  assert (Q := square_ge m P). unfold input_bits. rewrite Nat.pow_2_r. lia.
Qed.

(** ** Arcs with labels: directed and induced subgraphs *)

Lemma labelled_narrow n A b :
  bits n < b -> (forall l x y, In (l, (x, y)) A -> bits l < b /\ bits x < b /\ bits y < b) -> narrow b (labelled_enc n A).
Proof.
  intros Hb HA. apply narrow_app; [apply base_narrow, Hb|]. apply narrow_map. intros [l [x y]] H.
  destruct (HA l x y H) as (? & ? & ?). assert (Kx := bits_S x). assert (Ky := bits_S y). assert (Kl := bits_S l).
  assert (Pn := bits_pos n). unfold labelled_arc. destruct (Nat.eqb x y); cbn [entries]; entries;
    try (change (bits 1) with 1); try (change (1 + l) with (S l)); lia.
Qed.

Theorem directed_bits nH DH nG DG :
  input_bits (labelled_enc nH (directed_arcs DH)) (labelled_enc nG (directed_arcs DG)) (2 * nH + 2 + length DH)
    <= 35 * (1 + graph_bits nH DH + graph_bits nG DG) ^ 2.
Proof.
  set (n := 1 + graph_bits nH DH + graph_bits nG DG).
  assert (One : forall m D, graph_bits m D < n -> list_bits (labelled_enc m (directed_arcs D)) <= 14 * (n * n)).
  { unfold graph_bits. intros m D Hm. assert (N : narrow (1 + n) (labelled_enc m (directed_arcs D))).
    { apply labelled_narrow; [assert (K := bits_le_S m); lia|]. intros l x y H. apply in_directed in H. destruct H as [-> H].
      assert (K := edge_narrow D x y H). change (bits 0) with 1. assert (Px := bits_pos x). assert (Py := bits_pos y). lia. }
    apply narrow_bits in N. rewrite labelled_length in N. unfold directed_arcs in N at 2. rewrite map_length in N.
    assert (L := edges_count D). apply (quadratic 2 7 n _ _ _ N); lia. }
  assert (KH := One nH DH ltac:(unfold n; lia)). assert (KG := One nG DG ltac:(unfold n; lia)).
  assert (Kk := bits_le_S (2 * nH + 2 + length DH)). assert (LH := edges_count DH).
  assert (K : bits (2 * nH + 2 + length DH) <= 1 + 2 * n) by (unfold n, graph_bits; lia).
  assert (P : 1 <= n) by (unfold n; lia). assert (Q := square_ge n P). unfold input_bits. rewrite Nat.pow_2_r. lia.
Qed.

(** A line for every pair of vertices, whatever the edges. *)
Lemma kinds_bits n D pairs m :
  (forall a b, In (a, b) pairs -> a < n /\ b < n) -> length pairs <= n * n -> n <= m -> 1 <= m ->
  list_bits (labelled_enc n (with_kinds D pairs)) <= 50 * (m * m * m).
Proof.
  intros HP HL Hm P. assert (N : narrow (2 + n) (labelled_enc n (with_kinds D pairs))).
  { apply labelled_narrow; [assert (K := bits_le_S n); lia|]. intros l x y H. apply in_with_kinds in H. destruct H as [-> H].
    destruct (HP x y H). assert (Kx := bits_le_S x). assert (Ky := bits_le_S y).
    assert (Kl : bits (kind_of D (x, y)) = 1) by (unfold kind_of; destruct (in_dec _ _ _); reflexivity). lia. }
  apply narrow_bits in N. rewrite labelled_length in N. unfold with_kinds in N at 2. rewrite map_length in N.
  assert (Q := square_ge m P). assert (Qn : n * n <= m * m) by (apply times_le; lia).
  eapply Nat.le_trans; [exact N|]. transitivity (5 * (m * m) * (10 * m)); [apply Nat.mul_le_mono; lia | lia].
Qed.

Lemma all_pairs_length n : length (all_pairs n) = n * n.
Proof. unfold all_pairs. rewrite prod_length, seq_length. reflexivity. Qed.

Theorem induced_bits nH EH nG EG :
  let n := 1 + graph_bits nH EH + graph_bits nG EG in
  input_bits (labelled_enc nH (with_kinds EH (all_pairs nH))) (labelled_enc nG (with_kinds EG (all_pairs nG)))
    (2 * nH + 2 + nH * nH) <= 110 * n ^ 3 /\
  input_bits (labelled_enc nH (with_kinds (both EH) (complete nH))) (labelled_enc nG (with_kinds (both EG) (both_ways nG)))
    (2 * nH + 2 + length (complete nH)) <= 110 * n ^ 3.
Proof.
  intros n. assert (P : 1 <= n) by (unfold n; lia). assert (Hm : nH <= n /\ nG <= n) by (unfold n, graph_bits; lia).
  destruct Hm as [Hm Gm]. assert (Q := square_ge n P). assert (C := cube_ge n P).
  assert (Qn : nH * nH <= n * n) by (apply times_le; lia). assert (Complete := complete_length nH).
  assert (Kk : forall x, x <= nH * nH -> bits (2 * nH + 2 + x) <= 6 * (n * n * n)).
  { intros x Hx. assert (K := bits_le_S (2 * nH + 2 + x)). lia. }
  assert (LC : length (complete nH) <= nH * nH) by (rewrite Nat.mul_sub_distr_l in Complete; lia).
  assert (PC : forall a b, In (a, b) (complete nH) -> a < nH /\ b < nH) by (intros a b H; apply in_complete in H; lia).
  assert (PA : forall m a b, In (a, b) (all_pairs m) -> a < m /\ b < m) by (intros m a b H; apply in_all_pairs in H; lia).
  assert (PB : forall a b, In (a, b) (both_ways nG) -> a < nG /\ b < nG) by (intros a b H; apply in_both_ways in H; lia).
  assert (LB : length (both_ways nG) <= nG * nG) by (unfold both_ways; rewrite filter_le, all_pairs_length; lia).
  assert (A1 := kinds_bits nH EH _ n (PA nH) ltac:(rewrite all_pairs_length; lia) Hm P).
  assert (A2 := kinds_bits nG EG _ n (PA nG) ltac:(rewrite all_pairs_length; lia) Gm P).
  assert (A3 := kinds_bits nH (both EH) _ n PC LC Hm P). assert (A4 := kinds_bits nG (both EG) _ n PB LB Gm P).
  assert (K1 := Kk (nH * nH) ltac:(lia)). assert (K2 := Kk _ LC).
  unfold input_bits. replace (n ^ 3) with (n * n * n) by (simpl; lia). lia.
Qed.

(** ** 0-1 MAX-QAP

    A matrix of n rows and columns has n^2 bits; [E] lists its ones. *)
Definition matrix_bits (n : nat) : nat := n * n.

Lemma ones_length n E : wf n E -> NoDup E -> length E <= n * n.
Proof.
  intros W ND. rewrite <- all_pairs_length. apply NoDup_incl_length; [exact ND|]. intros [a b] H.
  apply in_all_pairs, W, H.
Qed.

Lemma lean_narrow top side n E : side <= 1 -> wf n E -> narrow (3 + n) (lean top side n E).
Proof.
  intros Side W. assert (Small : forall x, x <= S n -> bits x <= 3 + n) by (intros x Hx; assert (K := bits_le_S x); lia).
  assert (Two : bits (2 + side) <= 3 + n).
  { rewrite (bits_mono _ 3) by lia. change (bits 3) with 2. lia. }
  apply narrow_app; [|apply narrow_app].
  - destruct top; intros t; simpl; intros H; [destruct H as [<-|[]]|destruct H]. cbn [entries]; entries; apply Small; lia.
  - intros t [<-|H]; [cbn [entries]; entries; apply Small; lia|]. apply in_flat_map in H. destruct H as (i & Hi & H).
    apply in_seq in Hi. destruct H as [<-|[<-|[]]]; cbn [entries]; entries; try exact Two; apply Small; lia.
  - apply narrow_map. intros [a b] H. destruct (W a b H). cbn [arc entries fst snd]. entries; apply Small; lia.
Qed.

Lemma lean_length top side n E : length (lean top side n E) <= 2 * n + 2 + length E.
Proof.
  unfold lean, lean_base. rewrite !app_length, map_length. cbn [length].
  assert (L : length (flat_map (fun i => [Inst (S i) (2 + side); Rel (2 + side) 0 (S i)]) (seq 0 n)) = 2 * n).
  { rewrite <- (seq_length n 0) at 2. generalize (seq 0 n). induction l as [|i l IH]; [reflexivity|].
    cbn [flat_map length]. rewrite app_length, IH. simpl. lia. }
  rewrite L. destruct top; simpl; lia.
Qed.

(** Lines of one encoding, whichever. *)
Lemma qap_lines n E T m :
  wf n E -> NoDup E -> narrow (3 + n) T -> length T <= 2 * n + 2 + length E -> 1 + matrix_bits n <= m ->
  list_bits T <= 39 * (m * m).
Proof.
  unfold matrix_bits. intros W ND N L Hm. apply narrow_bits in N. assert (K := ones_length n E W ND).
  assert (Hn : n <= m) by (destruct n; [lia | nia]). apply (quadratic 3 13 m _ _ _ N); [|lia].
  destruct n as [|[|n]]; [lia | lia | nia].
Qed.

Theorem max_qap_bits n EA EB k :
  wf n EA -> wf n EB -> NoDup EA -> NoDup EB ->
  let m := matrix_bits n + matrix_bits n + bits k in
  input_bits (enc n EA) (enc n EB) (2 * n + 2 + k) <= 85 * m ^ 2 /\
  (forall top, input_bits (lean top 0 n EA) (lean top 1 n EB) (top_value top + k) <= 85 * m ^ 2) /\
  input_bits (diagonal_enc n EA) (diagonal_enc n EB) (2 * n + 2 + k) <= 85 * m ^ 2.
Proof.
  intros WA WB NA NB m. assert (Pk := bits_pos k).
  assert (P : 1 <= m) by (unfold m; lia). assert (Q := square_ge m P). assert (Hm : 1 + matrix_bits n <= m) by (unfold m; lia).
  assert (Wide : forall T, narrow (2 + n) T -> narrow (3 + n) T).
  { intros T N t Ht. eapply Forall_impl; [|exact (N t Ht)]. intros x Hx. cbv beta in *. lia. }
  assert (Plain : forall E, wf n E -> NoDup E -> list_bits (enc n E) <= 39 * (m * m)).
  { intros E W ND. apply (qap_lines n E); auto; [apply Wide, index_narrow, W | rewrite enc_length; lia]. }
  assert (Lean : forall top side E, side <= 1 -> wf n E -> NoDup E -> list_bits (lean top side n E) <= 39 * (m * m)).
  { intros top side E Side W ND. apply (qap_lines n E); auto; [apply lean_narrow; assumption | apply lean_length]. }
  assert (Diagonal : forall E, wf n E -> NoDup E -> list_bits (diagonal_enc n E) <= 39 * (m * m)).
  { intros E W ND. apply (qap_lines n E); auto; unfold diagonal_enc.
    - apply Wide, labelled_narrow; [assert (K := bits_le_S n); lia|]. intros l x y H. apply in_directed in H. destruct H as [-> H].
      destruct (W x y H). change (bits 0) with 1. assert (Kx := bits_le_S x). assert (Ky := bits_le_S y). lia.
    - rewrite labelled_length. unfold directed_arcs. rewrite map_length. lia. }
  assert (Hn : n <= m) by (unfold m, matrix_bits; destruct n; [lia | nia]).
  assert (Kk : bits (2 * n + 2 + k) <= 6 * m).
  { assert (K1 := bits_add (2 * n + 2) k). assert (K2 := bits_le_S (2 * n + 2)). unfold m in *. lia. }
  assert (Kt : forall top, bits (top_value top + k) <= 6 * m).
  { intros top. assert (K1 := bits_add (top_value top) k). assert (K2 : bits (top_value top) = 1) by (destruct top; reflexivity).
    unfold m. lia. }
  assert (PA := Plain EA WA NA). assert (PB := Plain EB WB NB). assert (DA := Diagonal EA WA NA). assert (DB := Diagonal EB WB NB).
  unfold input_bits. rewrite Nat.pow_2_r. split; [lia | split; [|lia]]. intros top.
  assert (LA := Lean top 0 EA ltac:(lia) WA NA). assert (LB := Lean top 1 EB ltac:(lia) WB NB). assert (K := Kt top). lia.
Qed.

(** ** Two paths *)

Lemma nth_bound l i M : (forall x, In x l -> x <= M) -> nth i l 0 <= M.
Proof. intros H. destruct (nth_in_or_default i l 0) as [K|K]; [apply H, K | rewrite K; lia]. Qed.

Lemma path_narrow c l M b : (forall x, In x l -> x <= M) -> c + length l <= M -> bits M <= b -> narrow b (TwoPaths.path c l).
Proof.
  intros HL HM Hb. assert (Small : forall x, x <= M -> bits x <= b) by (intros x Hx; rewrite (bits_mono _ _ Hx); exact Hb).
  unfold TwoPaths.path. intros t [<-|H]; [cbn [entries]; entries; apply Small; lia|]. revert t H. apply narrow_app; apply narrow_map;
    intros i Hi; apply in_seq in Hi; cbn [entries]; entries; apply Small; try lia. apply nth_bound, HL.
Qed.

Theorem two_paths_bits n E k :
  TwoPaths.subcubic n E ->
  input_bits (TwoPaths.left_path n E) (TwoPaths.right_path n E) (1 + length E + k) <= 200 * (graph_bits n E + bits k) ^ 2.
Proof.
  intros J. set (m := graph_bits n E + bits k). assert (Pk := bits_pos k). assert (LE := edges_count E).
  destruct (TwoPaths.two_paths_size n E J) as [S1 S2]. unfold TwoPaths.left_path, TwoPaths.right_path in *.
  rewrite !TwoPaths.path_length in S1, S2. set (l1 := TwoPaths.labels1 n E) in *. set (l2 := TwoPaths.labels2 n E) in *.
  destruct (TwoPaths.forests_split n E J) as ((ND1 & V1) & (ND2 & V2) & _).
  assert (Count : forall s cs, length cs <= length (TwoPaths.layout s cs)).
  { intros s cs. revert s. induction cs as [|c r IH]; intros s; [apply le_n|]. cbn [TwoPaths.layout length].
    rewrite app_length. assert (K := IH (s + 2)). lia. }
  assert (Labels : forall s cs x, (forall y, In y (concat cs) -> y < TwoPaths.total n E) -> In x (TwoPaths.layout s cs) ->
    x <= s + TwoPaths.total n E + 2 * length (TwoPaths.layout s cs)).
  { intros s cs x Low H. apply TwoPaths.in_layout in H. destruct H as [H|(j & Hj & ->)].
    - apply Low in H. lia.
    - assert (K := Count s cs). lia. }
  assert (L1 : forall x, In x l1 -> x <= 30 * m).
  { intros x H. apply Labels in H; [|intros y Hy; apply V1, Hy]. change (TwoPaths.layout _ _) with l1 in H. unfold TwoPaths.total in H. unfold m, graph_bits. lia. }
  assert (L2 : forall x, In x l2 -> x <= 30 * m).
  { intros x H. apply Labels in H; [|intros y Hy; apply V2, Hy]. change (TwoPaths.layout _ _) with l2 in H. unfold TwoPaths.total in H. unfold m, graph_bits. lia. }
  assert (P : 1 <= m) by (unfold m; lia). assert (Q := square_ge m P).
  assert (Wide : bits (30 * m) <= 6 * m).
  { assert (K := bits_mul 30 m). change (bits 30) with 5 in K. assert (K2 := bits_le_bound m m (le_n m) P). lia. }
  assert (N1 := narrow_bits _ _ (path_narrow 0 l1 (30 * m) (6 * m) L1 ltac:(unfold m, graph_bits; lia) Wide)).
  assert (N2 := narrow_bits _ _ (path_narrow (S (length l1)) l2 (30 * m) (6 * m) L2 ltac:(unfold m, graph_bits; lia) Wide)).
  rewrite !TwoPaths.path_length in N1, N2.
  assert (K1 := quadratic 5 19 m _ _ _ N1 ltac:(unfold m, graph_bits; lia) ltac:(lia)).
  assert (K2 := quadratic 5 19 m _ _ _ N2 ltac:(unfold m, graph_bits; lia) ltac:(lia)).
  assert (Kk := bits_add (1 + length E) k). assert (Km := bits_le_S (1 + length E)).
  assert (K : bits (1 + length E + k) <= 3 * m) by (unfold m, graph_bits; lia).
  unfold input_bits. rewrite Nat.pow_2_r. lia.
Qed.

(** ** Weighted triples: quadratic assignment *)

Definition weight_bits (w : Z) : nat := bits (Z.to_nat w).

(** A list of triples with weights: each triple once, and its weight. *)
Definition weighted_bits (W : list (triple * Z)) : nat :=
  list_sum (map (fun e => triple_bits (fst e) + weight_bits (snd e)) W).

Definition thing_bits (x : WeightedQap.thing) : nat :=
  match x with
  | WeightedQap.Own l i => 1 + bits l + bits i
  | WeightedQap.Arc l i k => 1 + bits l + bits i + bits k
  end.

Definition things_bits (A : list (WeightedQap.thing * Z)) : nat :=
  list_sum (map (fun e => thing_bits (fst e) + weight_bits (snd e)) A).

Lemma weighted_app V W : weighted_bits (V ++ W) = weighted_bits V + weighted_bits W.
Proof. unfold weighted_bits. rewrite map_app. apply list_sum_app. Qed.

Lemma sum_le_times {X} (g h : X -> nat) c l : (forall x, In x l -> g x <= c * h x) -> list_sum (map g l) <= c * list_sum (map h l).
Proof.
  unfold list_sum. induction l as [|x l IH]; intros H; [simpl; lia|]. cbn [map fold_right].
  assert (K := H x (or_introl eq_refl)). specialize (IH (fun y Hy => H y (or_intror Hy))). lia.
Qed.

Lemma thing_triple_bits x : triple_bits (WeightedQap.thing_triple x) <= 3 * thing_bits x.
Proof.
  destruct x as [l i|l i k]; unfold triple_bits, total_bits; cbn [WeightedQap.thing_triple entries map list_sum fold_right thing_bits].
  - assert (Kl := bits_S l). assert (Ki := bits_S i). assert (Pl := bits_pos l). assert (Pi := bits_pos i).
    change (1 + l) with (S l). change (bits 0) with 1. lia.
  - assert (Kl := bits_add 4 l). change (bits 4) with 3 in Kl. assert (Ki := bits_S i). assert (Kk := bits_S k).
    assert (Pl := bits_pos l). assert (Pi := bits_pos i). assert (Pk := bits_pos k). lia.
Qed.

Lemma weighted_graph_bits top side n A : side <= 1 ->
  weighted_bits (WeightedQap.weighted_graph top side n A) <= 40 * (1 + n) ^ 2 + 3 * things_bits A.
Proof.
  intros Side. unfold WeightedQap.weighted_graph. rewrite weighted_app. apply Nat.add_le_mono.
  - assert (N : narrow (3 + n) (top_triple top ++ lean_base side n)).
    { assert (K := lean_narrow top side n [] Side (fun a b H => False_ind _ H)). unfold lean in K. rewrite app_nil_r in K. exact K. }
    assert (L := lean_length top side n []). unfold lean in L. rewrite app_nil_r in L. cbn [length] in L.
    apply narrow_bits in N. set (T := top_triple top ++ lean_base side n) in *.
    assert (E : weighted_bits (map (fun t => (t, 1%Z)) T) = list_bits T + length T).
    { clear. unfold weighted_bits, list_bits. rewrite map_map. induction T as [|t T IH]; [reflexivity|].
      cbn [map list_sum fold_right length fst snd] in *. unfold list_sum in *. cbn [fold_right]. rewrite IH.
      change (weight_bits 1%Z) with 1. lia. }
    rewrite E. assert (K : length T * (1 + 3 * (3 + n)) <= 2 * (1 + n) * (10 * (1 + n))) by (apply Nat.mul_le_mono; lia).
    rewrite Nat.pow_2_r. assert (Q := square_ge (1 + n) ltac:(lia)). lia.
  - unfold weighted_bits, things_bits, WeightedQap.weighted_things. rewrite map_map. cbn [fst snd]. apply sum_le_times.
    intros e _. assert (K := thing_triple_bits (fst e)). lia.
Qed.

Theorem weighted_qap_bits top n A B k :
  weighted_bits (WeightedQap.weighted_graph top 0 n A) + weighted_bits (WeightedQap.weighted_graph top 1 n B)
    + bits (top_value top + k) <= 90 * (1 + n + things_bits A + things_bits B + bits k) ^ 2.
Proof.
  set (m := 1 + n + things_bits A + things_bits B + bits k). assert (Pk := bits_pos k).
  assert (KA := weighted_graph_bits top 0 n A ltac:(lia)). assert (KB := weighted_graph_bits top 1 n B ltac:(lia)).
  assert (P : 1 <= m) by (unfold m; lia). assert (Q := square_ge m P).
  assert (Qn : (1 + n) * (1 + n) <= m * m) by (apply times_le; unfold m; lia).
  assert (Kt : bits (top_value top + k) <= 1 + bits k).
  { assert (K := bits_add (top_value top) k). assert (E : bits (top_value top) = 1) by (destruct top; reflexivity). lia. }
  assert (Parts : 3 * things_bits A + 3 * things_bits B + 1 + bits k <= 4 * m) by (unfold m; lia).
  rewrite Nat.pow_2_r in *. lia.
Qed.

(** With all copies written out there are as many triples as the weights have in sum. *)
Theorem copies_written top side n A :
  (forall e, In e A -> (1 <= snd e)%Z) ->
  Z.of_nat (length (WeightedQap.weighted_lean top side n A))
  = (Z.of_nat (length (top_triple top) + length (lean_base side n)) + zsum snd A)%Z.
Proof.
  intros Pos. unfold WeightedQap.weighted_lean. rewrite Checker.expand_length by (apply WeightedQap.weighted_positive, Pos).
  unfold WeightedQap.weighted_graph, WeightedQap.weighted_things. rewrite zsum_app, !zsum_map. cbn [snd]. f_equal.
  rewrite <- app_length. generalize (top_triple top ++ lean_base side n). intros l.
  induction l as [|t l IH]; [reflexivity|]. cbn [zsum length]. rewrite IH. lia.
Qed.

(** ** Weighted triples: graph edit distance

    The input: both graphs, and the table of costs, an entry for each label of the left graph with each label of the
    right graph of the same kind. *)

Definition part_bits (x : EditDistance.part * nat) : nat :=
  bits (snd x) + match fst x with
                 | EditDistance.Node i | EditDistance.Loop i => 1 + bits i
                 | EditDistance.Edge a b => 1 + bits a + bits b
                 end.

Definition parts_bits (X : list (EditDistance.part * nat)) : nat := list_sum (map part_bits X).

Definition integer_bits (z : Z) : nat := bits (Z.abs_nat z).

Definition entry_bits (c : EditDistance.costs) (k a b : nat) : nat :=
  bits a + bits b + integer_bits (EditDistance.del c k a) + integer_bits (EditDistance.ins c k b) + integer_bits (EditDistance.sub c k a b).

Definition table_bits (c : EditDistance.costs) (LA LB : nat -> list nat) : nat :=
  list_sum (map (fun k => list_sum (map (fun e => entry_bits c k (fst e) (snd e)) (list_prod (LA k) (LB k)))) (seq 0 3)).

Lemma kind_below p : EditDistance.kind p < 3.
Proof. destruct p; simpl; lia. Qed.

Lemma entry_in_table c LA LB k a b : k < 3 -> In a (LA k) -> In b (LB k) ->
  entry_bits c k a b <= table_bits c LA LB /\ length (LA k) * length (LB k) <= table_bits c LA LB.
Proof.
  intros Hk Ha Hb. unfold table_bits.
  assert (K := in_sum (fun k => list_sum (map (fun e => entry_bits c k (fst e) (snd e)) (list_prod (LA k) (LB k)))) (seq 0 3) k
    ltac:(apply in_seq; lia)). cbv beta in K.
  assert (I := in_sum (fun e : nat * nat => entry_bits c k (fst e) (snd e)) (list_prod (LA k) (LB k)) (a, b) ltac:(apply in_prod; assumption)).
  assert (L := sum_at_least (fun e : nat * nat => entry_bits c k (fst e) (snd e)) 1 (list_prod (LA k) (LB k))
    ltac:(intros e _; unfold entry_bits; assert (P := bits_pos (fst e)); lia)).
  rewrite prod_length in L. cbn [fst snd] in I. lia.
Qed.

Lemma save_bits c k a b : weight_bits (EditDistance.save c k a b) <= entry_bits c k a b.
Proof.
  unfold weight_bits, EditDistance.save, entry_bits, integer_bits.
  set (x := EditDistance.del c k a). set (y := EditDistance.ins c k b). set (z := EditDistance.sub c k a b).
  rewrite (bits_mono _ (Z.abs_nat x + Z.abs_nat y + Z.abs_nat z)) by lia.
  assert (K1 := bits_add (Z.abs_nat x + Z.abs_nat y) (Z.abs_nat z)). assert (K2 := bits_add (Z.abs_nat x) (Z.abs_nat y)). lia.
Qed.

Lemma layer_bits k a b p : k < 3 ->
  thing_bits (EditDistance.thing_of p (name k a b)) <= 12 + 4 * (bits a + bits b) + part_bits (p, 0).
Proof.
  intros Hk. assert (K := bits_name k a b). assert (Bk := bits_mono k 2 ltac:(lia)). change (bits 2) with 2 in Bk.
  unfold part_bits. destruct p; cbn [EditDistance.thing_of thing_bits fst snd]; lia.
Qed.

Lemma sum_below {X} (g : X -> nat) b l : (forall x, In x l -> g x <= b) -> list_sum (map g l) <= length l * b.
Proof.
  unfold list_sum. induction l as [|x l IH]; intros H; [simpl; lia|]. cbn [map fold_right length].
  assert (K := H x (or_introl eq_refl)). specialize (IH (fun y Hy => H y (or_intror Hy))). lia.
Qed.

Lemma sum_flat_map {X Y} (g : Y -> nat) (h : X -> list Y) l :
  list_sum (map g (flat_map h l)) = list_sum (map (fun x => list_sum (map g (h x))) l).
Proof.
  unfold list_sum. induction l as [|x l IH]; [reflexivity|]. cbn [flat_map map fold_right]. rewrite map_app, <- IH. apply list_sum_app.
Qed.

Lemma part_alone x : part_bits (fst x, 0) <= part_bits x.
Proof. unfold part_bits. cbn [fst snd]. change (bits 0) with 1. assert (P := bits_pos (snd x)). lia. Qed.

Section Edit.

Variables (c : EditDistance.costs) (LA LB : nat -> list nat) (X Y : list (EditDistance.part * nat)) (s : nat).
Hypothesis all_X : EditDistance.all_labels LA X.
Hypothesis all_Y : EditDistance.all_labels LB Y.
Hypothesis s_ge : parts_bits X + parts_bits Y + table_bits c LA LB <= s.
Hypothesis s_1 : 1 <= s.

Lemma parts_count Z : length Z <= parts_bits Z.
Proof.
  assert (K := sum_at_least part_bits 1 Z). unfold parts_bits. rewrite Nat.mul_1_l in K. apply K.
  intros x _. unfold part_bits. assert (P := bits_pos (snd x)). lia.
Qed.

(** One line of either graph: a part in one layer. *)
Lemma line_bits k a b p w : k < 3 -> In a (LA k) -> In b (LB k) -> part_bits (p, 0) <= s -> weight_bits w <= s ->
  thing_bits (EditDistance.thing_of p (name k a b)) + weight_bits w <= 18 * s.
Proof.
  intros Hk Ha Hb Hp Hw. destruct (entry_in_table c LA LB k a b Hk Ha Hb) as [K _]. unfold entry_bits in K.
  assert (L := layer_bits k a b p Hk). lia.
Qed.

Lemma left_things_bits : things_bits (EditDistance.left_things c name LB X) <= 18 * (s * s * s).
Proof.
  unfold things_bits, EditDistance.left_things. rewrite sum_flat_map.
  transitivity (length X * (18 * (s * s))); [apply sum_below|].
  - intros x Hx. destruct x as [p a]. cbn [fst snd]. assert (Hk := kind_below p).
    assert (Ha : In a (LA (EditDistance.kind p))) by apply (proj2 all_X (p, a) Hx).
    rewrite map_map. cbn [fst snd]. transitivity (length (EditDistance.saved_by c (EditDistance.kind p) a (LB (EditDistance.kind p))) * (18 * s)).
    + apply sum_below. intros b Hb. unfold EditDistance.saved_by in Hb. apply filter_In in Hb. destruct Hb as [Hb _].
      destruct (entry_in_table c LA LB _ a b Hk Ha Hb) as [K _].
      apply line_bits; auto; [|rewrite save_bits; lia].
      assert (I := in_sum part_bits X (p, a) Hx). assert (J := part_alone (p, a)). cbn [fst] in J. unfold parts_bits in s_ge. lia.
    + replace (18 * (s * s)) with (s * (18 * s)) by lia. apply Nat.mul_le_mono_r. unfold EditDistance.saved_by. rewrite filter_le.
      destruct (LB (EditDistance.kind p)) as [|b r] eqn:E; [simpl; lia|]. rewrite <- E.
      destruct (entry_in_table c LA LB _ a b Hk Ha ltac:(rewrite E; simpl; auto)) as [_ K].
      destruct (LA (EditDistance.kind p)); [destruct Ha | simpl length in K; lia].
  - assert (L := parts_count X). replace (18 * (s * s * s)) with (s * (18 * (s * s))) by lia. apply Nat.mul_le_mono_r. lia.
Qed.

Lemma right_things_bits : things_bits (EditDistance.right_things c name LA Y) <= 18 * (s * s * s).
Proof.
  unfold things_bits, EditDistance.right_things. rewrite sum_flat_map.
  transitivity (length Y * (18 * (s * s))); [apply sum_below|].
  - intros y Hy. destruct y as [p b]. cbn [fst snd]. assert (Hk := kind_below p).
    assert (Hb : In b (LB (EditDistance.kind p))) by apply (proj2 all_Y (p, b) Hy).
    rewrite map_map. cbn [fst snd]. transitivity (length (EditDistance.saved_for c (EditDistance.kind p) b (LA (EditDistance.kind p))) * (18 * s)).
    + apply sum_below. intros a Ha. unfold EditDistance.saved_for in Ha. apply filter_In in Ha. destruct Ha as [Ha _].
      apply line_bits; auto.
      assert (I := in_sum part_bits Y (p, b) Hy). assert (J := part_alone (p, b)). cbn [fst] in J. unfold parts_bits in s_ge. lia.
    + replace (18 * (s * s)) with (s * (18 * s)) by lia. apply Nat.mul_le_mono_r. unfold EditDistance.saved_for. rewrite filter_le.
      destruct (LA (EditDistance.kind p)) as [|a r] eqn:E; [simpl; lia|]. rewrite <- E.
      destruct (entry_in_table c LA LB _ a b Hk ltac:(rewrite E; simpl; auto) Hb) as [_ K].
      destruct (LB (EditDistance.kind p)); [destruct Hb | simpl length in K; lia].
  - assert (L := parts_count Y). replace (18 * (s * s * s)) with (s * (18 * (s * s))) by lia. apply Nat.mul_le_mono_r. lia.
Qed.

End Edit.

(** The layers are numbered as names are, which is one to one. *)
Lemma name_one_to_one : EditDistance.one_to_one name.
Proof. intros k a b k' a' b' E. apply name_inj in E. exact E. Qed.

Theorem edit_bits top c LA LB n m X Y :
  EditDistance.all_labels LA X -> EditDistance.all_labels LB Y ->
  weighted_bits (WeightedQap.weighted_graph top 0 n (EditDistance.left_things c name LB X))
    + weighted_bits (WeightedQap.weighted_graph top 1 m (EditDistance.right_things c name LA Y))
    <= 190 * (1 + n + m + parts_bits X + parts_bits Y + table_bits c LA LB) ^ 3.
Proof.
  intros AX AY. set (s := 1 + n + m + parts_bits X + parts_bits Y + table_bits c LA LB).
  assert (Hs : parts_bits X + parts_bits Y + table_bits c LA LB <= s) by (unfold s; lia). assert (P : 1 <= s) by (unfold s; lia).
  assert (KL := left_things_bits c LA LB X Y s AX Hs P). assert (KR := right_things_bits c LA LB X Y s AY Hs P).
  assert (GL := weighted_graph_bits top 0 n (EditDistance.left_things c name LB X) ltac:(lia)).
  assert (GR := weighted_graph_bits top 1 m (EditDistance.right_things c name LA Y) ltac:(lia)).
  assert (Qn : (1 + n) * (1 + n) <= s * s) by (apply times_le; unfold s; lia).
  assert (Qm : (1 + m) * (1 + m) <= s * s) by (apply times_le; unfold s; lia). assert (C := cube_ge s P).
  rewrite Nat.pow_2_r in *. replace (s ^ 3) with (s * s * s) by (simpl; lia). lia.
Qed.

(** Undirected graphs: the right one with every edge in both directions has at most twice the bits. *)
Theorem both_ways_bits Y : parts_bits (EditDistance.both_ways Y) <= 2 * parts_bits Y.
Proof.
  unfold parts_bits, EditDistance.both_ways. rewrite map_app, list_sum_app, map_map. simpl Nat.mul. rewrite Nat.add_0_r.
  apply Nat.add_le_mono_l. unfold list_sum. induction Y as [|[p l] Y IH]; [apply le_n|]. cbn [filter].
  destruct p; cbn [EditDistance.is_edge fst map fold_right]; try (cbn [map fold_right] in *; lia).
  unfold part_bits at 1 3. cbn [EditDistance.flip fst snd]. lia.
Qed.
