(** * The last reductions, in bits

    What Bits.v says of the other reductions, of those of AcyclicSubgraph.v, HamiltonianCycle.v, Packing.v and
    CommonPartition.v: [acyclic_bits], [hamilton_bits], [packing_bits], [partition_bits]; and of Satisfiability.v:
    [first_bits].  A graph has a mark for each
    vertex, as there.  The items that are packed are in unary, a mark for each unit: with numbers in binary the trees would
    be exponential in them, and the problem is NP-complete with numbers in unary (not formalised). *)

From Coq Require Import Arith Lia Bool List.
From SmatchProof Require Import Smatch NP NPRules SubgraphIsomorphism MaxSat MaxQap Bits.
From SmatchProof Require Satisfiability AcyclicSubgraph HamiltonianCycle Packing CommonPartition.
Import ListNotations.

(** ** Satisfiability, without a chain *)

(** Cubic, as a clause of k literals has k copies of k to 2 k arcs. *)
Theorem first_bits N f :
  input_bits (left N f) (Satisfiability.first_right N f) (length (left N f)) <= 670 * (1 + formula_bits N f) ^ 3.
Proof.
  set (n := 1 + formula_bits N f). assert (LC := clauses_count f).
  destruct (max_sat_narrow N f n) as [HL HR]; [unfold n; lia|].
  assert (HF : narrow (24 * n) (Satisfiability.first_right N f)).
  { intros t Ht. apply Satisfiability.in_first_right in Ht. destruct Ht as [Ht|[(m & Hm & Ht)|Ht]].
    - apply HR, in_right. auto.
    - apply HR, in_right. eauto.
    - apply Satisfiability.in_first_arcs in Ht. destruct Ht as (j & c & k & p & v & b & b' & Hc & Hk & Hp & _ & ->).
      destruct (nth_error c k) as [[v' b0]|] eqn:Hl; [|apply nth_error_Some in Hk; congruence].
      destruct (literal_narrow f j p v b) as (Bj & Bp & Bv); [apply in_literals; eauto|].
      destruct (literal_narrow f j k v' b0) as (_ & Bk & _); [apply in_literals; eauto|].
      assert (Flag : bits (if b' then 1 else 0) <= 1) by (destruct b'; apply le_n).
      assert (Named : forall kind i q, kind <= 4 -> bits i <= n -> bits q <= n -> bits (name kind i q) <= 24 * n).
      { intros kind i q Hkind Hi Hq. assert (K := bits_name kind i q). assert (B := bits_mono kind 4 Hkind).
        change (bits 4) with 3 in B. lia. }
      unfold formula_bits in n. cbn [entries]. entries; apply Named; unfold n; lia. }
  apply narrow_bits in HL, HF. rewrite left_length in *. rewrite Satisfiability.first_length in HF.
  set (L := list_sum (map (@length literal) f)). assert (NL : N + length f + 2 * L < n).
  { unfold n, formula_bits, L. rewrite <- literals_length. lia. }
  assert (S : list_sum (map (fun c : clause => Satisfiability.clause_size (length c)) f) <= 2 * L + 2 * (L * L)).
  { unfold L. clear. induction f as [|c g IH]; [apply le_n|]. change (list_sum (map (@length literal) (c :: g)))
      with (length c + list_sum (map (@length literal) g)).
    change (list_sum (map (fun c : clause => Satisfiability.clause_size (length c)) (c :: g))) with
      (Satisfiability.clause_size (length c) + list_sum (map (fun c : clause => Satisfiability.clause_size (length c)) g)).
    assert (D : length c * (3 * length c - 1) / 2 <= 2 * (length c * length c)).
    { apply Nat.div_le_upper_bound; [lia|]. destruct (length c); [lia | nia]. }
    unfold Satisfiability.clause_size at 1. nia. }
  assert (Q : n <= n * n) by (apply square_ge; unfold n; lia). assert (C : n * n <= n * n * n) by (apply cube_ge; unfold n; lia).
  assert (LL : L * L <= n * n) by (apply times_le; lia).
  assert (TL : list_bits (left N f) <= 2 * 73 * (n * n)) by (apply (quadratic 2 73 n _ _ _ HL); fold L; lia).
  assert (TF : list_bits (Satisfiability.first_right N f) <= 7 * (n * n) * (73 * n)).
  { rewrite HF. apply Nat.mul_le_mono; lia. }
  assert (K := bits_le_S (2 + 2 * (N + length f) + L)). fold L. unfold input_bits. change (n ^ 3) with (n * (n * (n * 1))). lia.
Qed.

(** ** Graphs without cycles *)

Lemma reified_bits head n E m : head <= 3 -> graph_bits n E < m ->
  list_bits (AcyclicSubgraph.reified head n E) <= 32 * (m * m).
Proof.
  unfold graph_bits. intros Head Hm. assert (LE := edges_count E).
  assert (Index : forall i, i <= S (n + length E) -> bits i <= 1 + m) by (intros i Hi; assert (K := bits_le_S i); lia).
  assert (Flag : forall i, i <= 3 -> bits i <= 1 + m).
  { intros i Hi. rewrite (bits_mono _ 3 Hi). change (bits 3) with 2. lia. }
  assert (N : narrow (1 + m) (AcyclicSubgraph.reified head n E)).
  { intros t H. apply AcyclicSubgraph.in_reified in H. destruct H as [H|(x & a & b & H & K)].
    - revert t H. apply base_narrow. assert (K := bits_le_S n). lia.
    - assert (L : x < length E) by (apply nth_error_Some; congruence). apply nth_error_In in H. assert (B := edge_narrow E a b H).
      assert (Ka := bits_S a). assert (Kb := bits_S b). assert (Pa := bits_pos a). assert (Pb := bits_pos b).
      unfold AcyclicSubgraph.edge_node in K.
      destruct K as [->|[->|[->| ->]]]; cbn [entries]; entries; try (apply Index; lia); try (apply Flag; lia); lia. }
  apply narrow_bits in N. rewrite AcyclicSubgraph.reified_length in N. apply (quadratic 4 8 m _ _ _ N); lia.
Qed.

Theorem acyclic_bits head nH EH nG EG : head <= 3 ->
  input_bits (AcyclicSubgraph.reified head nH EH) (AcyclicSubgraph.reified head nG EG) (2 + 2 * nH + 4 * length EH)
    <= 70 * (1 + graph_bits nH EH + graph_bits nG EG) ^ 2.
Proof.
  intros Head. set (n := 1 + graph_bits nH EH + graph_bits nG EG).
  assert (KH := reified_bits head nH EH n Head ltac:(unfold n; lia)). assert (KG := reified_bits head nG EG n Head ltac:(unfold n; lia)).
  assert (Kk := bits_le_S (2 + 2 * nH + 4 * length EH)). assert (LH := edges_count EH).
  assert (K : bits (2 + 2 * nH + 4 * length EH) <= 3 * n) by (unfold n, graph_bits; lia).
  assert (P : 1 <= n) by (unfold n; lia). assert (Q := square_ge n P). unfold input_bits. rewrite Nat.pow_2_r. lia.
Qed.

(** ** Hamiltonian cycles *)

Theorem hamilton_bits shortest n D : shortest <= 3 ->
  let p := Nat.max n shortest in
  input_bits (HamiltonianCycle.ring p) (HamiltonianCycle.part_graph n D) (2 * p + 1) <= 30 * (3 + graph_bits n D) ^ 2.
Proof.
  intros Short p. set (m := 3 + graph_bits n D). assert (LD := edges_count D).
  assert (Hp : p <= m) by (unfold p, m, graph_bits; lia).
  assert (Index : forall i, i < Nat.max 1 m -> bits i <= m).
  { intros i Hi. assert (K := bits_le_S i). unfold m in *. lia. }
  assert (NR : narrow m (HamiltonianCycle.ring p)).
  { intros t H. apply HamiltonianCycle.in_ring in H. destruct H as [->|(i & Hi & [->| ->])]; cbn [entries]; entries;
      try (apply Index; unfold m in *; lia).
    apply Index. assert (K := HamiltonianCycle.next_below p i ltac:(lia)). lia. }
  assert (NG : narrow m (HamiltonianCycle.part_graph n D)).
  { intros t H. apply HamiltonianCycle.in_part_graph in H. destruct H as [->|[(v & Hv & ->)|(u & v & H & _ & ->)]]; cbn [entries]; entries;
      try (apply Index; unfold m in *; lia).
    - apply HamiltonianCycle.part_below in Hv. apply Index. unfold m, graph_bits. lia.
    - assert (K := edge_narrow D u v H). unfold m, graph_bits. lia.
    - assert (K := edge_narrow D u v H). unfold m, graph_bits. lia. }
  apply narrow_bits in NR, NG. rewrite HamiltonianCycle.ring_length in NR.
  assert (LG := HamiltonianCycle.part_graph_length n D). assert (Kk := bits_le_S (2 * p + 1)).
  assert (P : 1 <= m) by (unfold m; lia). assert (Q := square_ge m P).
  assert (KR := quadratic 3 4 m _ _ _ NR ltac:(lia) ltac:(lia)).
  assert (KG := quadratic 3 4 m _ _ _ NG ltac:(unfold m, graph_bits in *; lia) ltac:(lia)).
  unfold input_bits. rewrite Nat.pow_2_r. lia.
Qed.

(** ** Packing: a mark for each unit *)

Lemma legs_count legs : (forall a, In a legs -> 1 <= a) -> length legs <= list_sum legs.
Proof.
  intros H. assert (K := sum_at_least (fun a : nat => a) 1 legs H). rewrite map_id in K. lia.
Qed.

Lemma leg_le legs k a : nth_error legs k = Some a -> k < length legs /\ a <= list_sum legs.
Proof.
  intros H. split; [apply nth_error_Some; congruence|]. apply nth_error_In in H.
  assert (K := in_sum (fun a : nat => a) legs a H). rewrite map_id in K. exact K.
Qed.

Lemma unit_narrow legs m x : (forall a, In a legs -> 1 <= a) -> 2 + list_sum legs <= m ->
  In x (Packing.units legs) -> bits (Packing.node x) <= 16 * m.
Proof.
  intros Pos Hm H. destruct x as [k u]. apply Packing.in_units in H. destruct H as (a & Ha & Hu).
  destruct (leg_le legs k a Ha) as [Lk La]. assert (C := legs_count legs Pos). unfold Packing.node. cbn [fst snd].
  assert (K := bits_name 0 k u). change (bits 0) with 1 in K. assert (Bk := bits_le_S k). assert (Bu := bits_le_S u). lia.
Qed.

Lemma step_unit legs x : In x (Packing.steps legs) -> In x (Packing.units legs) /\ In (Packing.after x) (Packing.units legs).
Proof.
  destruct x as [k u]. intros H. apply Packing.in_steps in H. destruct H as (a & Ha & Hu).
  split; apply Packing.in_units; exists a; split; auto; lia.
Qed.

Lemma first_unit legs k : (forall a, In a legs -> 1 <= a) -> k < length legs -> In (k, 0) (Packing.units legs).
Proof.
  intros Pos H. apply Packing.in_units. destruct (nth_error legs k) as [a|] eqn:E; [|apply nth_error_Some in H; congruence].
  exists a. split; [reflexivity|]. apply nth_error_In in E. apply Pos in E. lia.
Qed.

Lemma spider_bits legs m : (forall a, In a legs -> 1 <= a) -> 2 + list_sum legs <= m ->
  list_bits (Packing.spider legs) <= 98 * (m * m).
Proof.
  intros Pos Hm. assert (U := fun x => unit_narrow legs m x Pos Hm). assert (Z : bits 0 <= 16 * m) by (change (bits 0) with 1; lia).
  assert (N : narrow (16 * m) (Packing.spider legs)).
  { unfold Packing.spider. intros t [<-|[<-|H]]; [cbn [entries]; entries; exact Z | cbn [entries]; entries; exact Z|]. revert t H.
    apply narrow_app; [|apply narrow_app]; apply narrow_map.
    - intros x Hx. cbn [entries]. entries; [apply U, Hx | exact Z].
    - intros k Hk. apply in_seq in Hk. cbn [entries]. entries; try exact Z. apply U, first_unit; [exact Pos | lia].
    - intros x Hx. apply step_unit in Hx. unfold Packing.step. cbn [entries]. entries; [exact Z | |]; apply U, Hx. }
  apply narrow_bits in N. rewrite Packing.spider_length in N by exact Pos. apply (quadratic 2 49 m _ _ _ N); lia.
Qed.

Lemma spine_narrow legs m k : (forall a, In a legs -> 1 <= a) -> 2 + list_sum legs <= m -> k <= Nat.max 1 (length legs) ->
  bits (Packing.spine k) <= 16 * m.
Proof.
  intros Pos Hm Hk. assert (C := legs_count legs Pos). unfold Packing.spine. destruct k as [|k]; [change (bits 0) with 1; lia|].
  assert (K := bits_name 1 (S k) 0). change (bits 1) with 1 in K. change (bits 0) with 1 in K. assert (Bk := bits_le_S (S k)). lia.
Qed.

Lemma caterpillar_bits top side legs m : side <= 1 -> (forall a, In a legs -> 1 <= a) -> 2 + list_sum legs <= m ->
  list_bits (Packing.caterpillar top side legs) <= 196 * (m * m).
Proof.
  intros Side Pos Hm. assert (U := fun x => unit_narrow legs m x Pos Hm). assert (S := fun k => spine_narrow legs m k Pos Hm).
  assert (Z : forall i, i <= 4 -> bits i <= 16 * m) by (intros i Hi; rewrite (bits_mono _ _ Hi); change (bits 4) with 3; lia).
  assert (N : narrow (16 * m) (Packing.caterpillar top side legs)).
  { unfold Packing.caterpillar. repeat apply narrow_app; try apply narrow_map.
    - destruct top; intros t; simpl; intros H; [destruct H as [<-|[]]|destruct H]. cbn [entries]; entries; apply Z; lia.
    - intros k Hk. apply in_seq in Hk. cbn [entries]. entries; [apply S; lia | apply Z; lia].
    - intros k Hk. apply in_seq in Hk. cbn [entries]. entries; [apply Z; lia | apply S; lia | apply S; lia].
    - intros x Hx. cbn [entries]. entries; [apply U, Hx | apply Z; lia].
    - intros k Hk. apply in_seq in Hk. cbn [entries]. entries; [apply Z; lia | apply S; lia |].
      apply U, first_unit; [exact Pos | lia].
    - intros x Hx. apply step_unit in Hx. unfold Packing.step. cbn [entries]. entries; [apply Z; lia | |]; apply U, Hx. }
  apply narrow_bits in N. rewrite Packing.caterpillar_length in N by exact Pos. assert (C := legs_count legs Pos).
  assert (T : top_value top <= 1) by (destruct top; simpl; lia).
  apply (quadratic 4 49 m _ _ _ N); lia.
Qed.

(** Both trees, of the degree that there is and of degree 3. *)
Theorem packing_bits top items t B :
  Packing.packing_ok items t B ->
  let m := 2 + list_sum items in
  input_bits (Packing.spider items) (Packing.spider (Packing.bins t B)) (2 * (t * B) + 2 - length items + t) <= 200 * m ^ 2 /\
  input_bits (Packing.caterpillar top 0 items) (Packing.caterpillar top 1 (Packing.bins t B))
    (top_value top + (t * B - length items)) <= 395 * m ^ 2.
Proof.
  intros (HB & Pos & Sum) m. assert (P : 1 <= m) by (unfold m; lia). assert (Q := square_ge m P).
  assert (PosB : forall a, In a (Packing.bins t B) -> 1 <= a) by (intros a H; apply repeat_spec in H; lia).
  assert (SumB : list_sum (Packing.bins t B) = t * B) by apply Packing.list_sum_repeat.
  assert (Ht : t <= t * B) by nia.
  assert (K1 := spider_bits items m Pos ltac:(unfold m; lia)). assert (K2 := spider_bits (Packing.bins t B) m PosB ltac:(unfold m; lia)).
  assert (K3 := caterpillar_bits top 0 items m ltac:(lia) Pos ltac:(unfold m; lia)).
  assert (K4 := caterpillar_bits top 1 (Packing.bins t B) m ltac:(lia) PosB ltac:(unfold m; lia)).
  assert (T : top_value top <= 1) by (destruct top; simpl; lia).
  assert (B1 := bits_le_S (2 * (t * B) + 2 - length items + t)). assert (B2 := bits_le_S (top_value top + (t * B - length items))).
  assert (Em : m = 2 + t * B) by (unfold m; rewrite <- Sum; reflexivity). unfold input_bits. rewrite Nat.pow_2_r. split.
  - assert (K : bits (2 * (t * B) + 2 - length items + t) <= 4 * m) by lia. lia.
  - assert (K : bits (top_value top + (t * B - length items)) <= 3 * m) by lia. lia.
Qed.

(** ** Strings *)

Definition string_bits (l : list nat) : nat := list_sum (map (fun c => 1 + bits c) l).

Lemma string_count l : 2 * length l <= string_bits l.
Proof. apply sum_at_least. intros c _. assert (P := bits_pos c). lia. Qed.

Lemma string_path_bits side l m : side <= 1 -> string_bits l < m -> list_bits (CommonPartition.path side l) <= 64 * (m * m).
Proof.
  intros Side Hm. assert (LC := string_count l).
  assert (Letter : forall i, bits (CommonPartition.letter l i) <= m).
  { intros i. unfold CommonPartition.letter. destruct (nth_in_or_default i l 0) as [H|H].
    - assert (K := in_sum (fun c => 1 + bits c) l _ H). fold (string_bits l) in K. cbv beta in K. lia.
    - rewrite H. change (bits 0) with 1. lia. }
  assert (Index : forall i, i <= S (length l) -> bits i <= 10 * m) by (intros i Hi; assert (K := bits_le_S i); lia).
  assert (Duo : forall i, bits (CommonPartition.duo (CommonPartition.letter l i) (CommonPartition.letter l (S i))) <= 10 * m).
  { intros i. unfold CommonPartition.duo. set (a := CommonPartition.letter l i). set (b := CommonPartition.letter l (S i)).
    assert (Ka : bits a <= m) by apply Letter. assert (Kb : bits b <= m) by apply Letter. assert (K := cantor_le a b).
    assert (K0 := bits_add 2 (Cantor.to_nat (a, b))). change (bits 2) with 2 in K0.
    assert (K1 := bits_mono _ _ (Nat.lt_le_incl _ _ K)). assert (K2 := bits_mul (a + b + 1) (a + b + 1)).
    assert (K3 := bits_add (a + b) 1). assert (K4 := bits_add a b). change (bits 1) with 1 in K3. lia. }
  assert (N : narrow (10 * m) (CommonPartition.path side l)).
  { intros t H. apply CommonPartition.in_path in H.
    destruct H as [->|[->|[(i & Hi & ->)|[(i & Hi & ->)|(i & Hi & ->)]]]]; cbn [entries CommonPartition.duo_arc]; entries;
      try (apply Index; lia); try apply Duo.
    assert (K := bits_S (CommonPartition.letter l i)). assert (L := Letter i). lia. }
  apply narrow_bits in N. rewrite CommonPartition.path_length in N. apply (quadratic 2 32 m _ _ _ N); lia.
Qed.

Theorem partition_bits l r k :
  input_bits (CommonPartition.path 0 l) (CommonPartition.path 1 r) (2 + length l + k) <= 135 * (string_bits l + string_bits r + bits k) ^ 2.
Proof.
  set (m := string_bits l + string_bits r + bits k). assert (Pk := bits_pos k).
  assert (K1 := string_path_bits 0 l m ltac:(lia) ltac:(unfold m; lia)). assert (K2 := string_path_bits 1 r m ltac:(lia) ltac:(unfold m; lia)).
  assert (Kk := bits_add (2 + length l) k). assert (Km := bits_le_S (2 + length l)). assert (LC := string_count l).
  assert (K : bits (2 + length l + k) <= 4 * m) by (unfold m; lia).
  assert (P : 1 <= m) by (unfold m; lia). assert (Q := square_ge m P). unfold input_bits. rewrite Nat.pow_2_r. lia.
Qed.
