(** * Gains and costs of quadratic assignment add up to a constant

    Steps 1 to 3 of reductions/to_smatch/assignment.py.  Here are sums over all ordered pairs, which
    is what the program does where neither matrix is symmetric; those over couples follow.  A permutation f of 0 .. n-1 costs the sum of x(i,k) y(f i, f k), of
    which the diagonal is counted by itself ([qap_cost]).  For any base and offsets u, the entries of x off the diagonal
    are base + u(i) + u(k) + d(i,k), with a rest d that may have any sign; the program chooses base and offsets such that
    no weight is negative, and leaves out the three layers of negative ones.

    - The base meets the sum of y, the offsets meet sums of rows and columns of y ([reduced_cost]).
    - A weight w above 0 earns w (most - v) where it meets v, one below 0 earns -w (v - least).  So there are six layers:
      two for the rest, two for the offsets and two for the diagonals.  Weights of 0 are left out ([plan]).
    - What a permutation gains in them is a constant less its cost ([plan_gain]).

    Where x is symmetric, y may be replaced by the sum of itself and its mirror image, and couples be summed up
    ([mirrored_cost]).  Then one graph needs its arcs in one direction only ([couple_gain]).

    With [least_cost] of WeightedQap.v, the best score of the weighted graphs gives the least cost ([qap_least_cost],
    [couple_least_cost]). *)

From Coq Require Import Arith Lia Bool List Permutation ZArith.
From SmatchProof Require Import Smatch Sums MaxQap MaxSat IntegerProgram WeightedQap.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Definitions *)

(** Where a permutation sends an index. *)
Definition image_of (pi : align) (i : nat) : nat := match app pi i with Some j => j | None => 0%nat end.

Definition over n (g : nat -> Z) : Z := zsum g (seq 0 n).
Definition over_arcs n (g : nat -> nat -> Z) : Z := over n (fun i => over n (fun k => if Nat.eqb i k then 0 else g i k)).

Definition qap_cost n (x y : nat -> nat -> Z) (pi : align) : Z :=
  let f := image_of pi in
  over_arcs n (fun i k => x i k * y (f i) (f k)) + over n (fun i => x i i * y (f i) (f i)).

Definition rest (x : nat -> nat -> Z) base (u : nat -> Z) i k : Z := x i k - base - u i - u k.

(** What the offset of a partner of j is multiplied by. *)
Definition sums n (y : nat -> nat -> Z) (j : nat) : Z := over n (fun m => if Nat.eqb j m then 0 else y j m + y m j).

Definition least_and_most := (Z * Z)%type.

(** The complement of a product. *)
Definition top_of (b : least_and_most) (w : Z) : Z := w * (if 0 <? w then snd b else fst b).
Definition earned (b : least_and_most) (w v : Z) : Z := if 0 <? w then w * (snd b - v) else - w * (v - fst b).

Definition things n : list thing :=
  flat_map (fun i => flat_map (fun k => if Nat.eqb i k then [] else [Arc 0 i k; Arc 1 i k]) (seq 0 n)) (seq 0 n)
  ++ flat_map (fun i => [Own 2 i; Own 3 i; Own 4 i; Own 5 i]) (seq 0 n).

Definition weighing (T : list thing) (w : thing -> Z) : list (thing * Z) :=
  map (fun t => (t, w t)) (filter (fun t => 0 <? w t) T).

(** The weights of both graphs: the rest, the offsets, the diagonal; and what they earn with. *)
Definition left_weight (x : nat -> nat -> Z) base u (t : thing) : Z :=
  match t with
  | Arc 0 i k => rest x base u i k | Arc _ i k => - rest x base u i k
  | Own 2 i => u i | Own 3 i => - u i | Own 4 i => x i i | Own _ i => - x i i
  end.

(** [sm] has the factors of the offsets. *)
Definition right_weight (sm : nat -> Z) (y : nat -> nat -> Z) (b s o : least_and_most) (t : thing) : Z :=
  match t with
  | Arc 0 j m => snd b - y j m | Arc _ j m => y j m - fst b
  | Own 2 j => snd s - sm j | Own 3 j => sm j - fst s
  | Own 4 j => snd o - y j j | Own _ j => y j j - fst o
  end.

Definition plan_constant n (x y : nat -> nat -> Z) base u (b s o : least_and_most) : Z :=
  base * over_arcs n y + over_arcs n (fun i k => top_of b (rest x base u i k))
  + over n (fun i => top_of s (u i)) + over n (fun i => top_of o (x i i)).

Definition bounds_hold n (sm : nat -> Z) (y : nat -> nat -> Z) (b s o : least_and_most) : Prop :=
  (forall j m, (j < n)%nat -> (m < n)%nat -> j <> m -> fst b <= y j m <= snd b) /\
  (forall j, (j < n)%nat -> fst s <= sm j <= snd s) /\
  (forall j, (j < n)%nat -> fst o <= y j j <= snd o).

(** *** Sums over couples, smaller index first, where both matrices are symmetric *)

Definition half n (g : nat -> nat -> Z) : Z := over_arcs n (fun i k => if Nat.ltb i k then g i k else 0).

Definition couple_cost n (x y : nat -> nat -> Z) (pi : align) : Z :=
  let f := image_of pi in half n (fun i k => x i k * y (f i) (f k)) + over n (fun i => x i i * y (f i) (f i)).

Definition row_sums n (y : nat -> nat -> Z) (j : nat) : Z := over n (fun m => if Nat.eqb j m then 0 else y j m).

(** One graph needs its arcs in one direction only, the other one has both. *)
Definition one_way (w : thing -> Z) (t : thing) : Z :=
  match t with Arc _ i k => if Nat.ltb i k then w t else 0 | Own _ _ => w t end.

Definition couple_constant n (x y : nat -> nat -> Z) base u (b s o : least_and_most) : Z :=
  base * half n y + half n (fun i k => top_of b (rest x base u i k))
  + over n (fun i => top_of s (u i)) + over n (fun i => top_of o (x i i)).

Definition symmetric (x : nat -> nat -> Z) : Prop := forall i k, x i k = x k i.

(** ** Sums *)

Lemma over_ext n g h : (forall i, (i < n)%nat -> g i = h i) -> over n g = over n h.
Proof. intros E. apply zsum_ext. intros i Hi. apply in_seq in Hi. apply E. lia. Qed.

Lemma over_arcs_ext n g h :
  (forall i k, (i < n)%nat -> (k < n)%nat -> i <> k -> g i k = h i k) -> over_arcs n g = over_arcs n h.
Proof.
  intros E. apply over_ext. intros i Hi. apply over_ext. intros k Hk. destruct (Nat.eqb_spec i k); auto.
Qed.

Lemma over_add n g h : over n (fun i => g i + h i) = over n g + over n h.
Proof. apply zsum_add. Qed.

Lemma over_arcs_add n g h : over_arcs n (fun i k => g i k + h i k) = over_arcs n g + over_arcs n h.
Proof.
  unfold over_arcs. rewrite <- over_add. apply over_ext. intros i _. rewrite <- over_add. apply over_ext. intros k _.
  destruct (Nat.eqb i k); lia.
Qed.

Lemma over_mul n c g : over n (fun i => c * g i) = c * over n g.
Proof. apply zsum_mul. Qed.

Lemma over_arcs_mul n c g : over_arcs n (fun i k => c * g i k) = c * over_arcs n g.
Proof.
  unfold over_arcs. rewrite <- over_mul. apply over_ext. intros i _. rewrite <- over_mul. apply over_ext. intros k _.
  destruct (Nat.eqb i k); lia.
Qed.

(** ** A permutation changes no sum *)

Section Permuted.

Variable n : nat.
Variable pi : align.
Hypothesis P : perm n pi.
Local Notation f := (image_of pi).

Lemma image_app i : (i < n)%nat -> app pi i = Some (f i) /\ (f i < n)%nat.
Proof.
  intros Hi. destruct (perm_total n pi P i Hi) as (j & Hj & H). unfold image_of.
  rewrite (In_app pi i j); [auto | apply P | exact H].
Qed.

Lemma image_inj i k : (i < n)%nat -> (k < n)%nat -> f i = f k -> i = k.
Proof.
  intros Hi Hk E. destruct (image_app i Hi) as [Ei _], (image_app k Hk) as [Ek _]. rewrite E in Ei.
  eapply pinj_inj; [apply P | exact Ei | exact Ek].
Qed.

Lemma over_image g : over n (fun i => g (f i)) = over n g.
Proof.
  unfold over. rewrite <- (zsum_map f g). apply zsum_permutation, NoDup_Permutation_bis.
  - apply NoDup_map_on; [apply seq_NoDup|]. intros i k Hi Hk. apply in_seq in Hi, Hk. apply image_inj; lia.
  - rewrite map_length. reflexivity.
  - intros j Hj. apply in_map_iff in Hj. destruct Hj as (i & <- & Hi). apply in_seq in Hi. apply in_seq.
    destruct (image_app i); lia.
Qed.

Lemma image_eqb i k : (i < n)%nat -> (k < n)%nat -> Nat.eqb (f i) (f k) = Nat.eqb i k.
Proof.
  intros Hi Hk. destruct (Nat.eqb_spec i k) as [->|Ne]; [apply Nat.eqb_refl|].
  apply Nat.eqb_neq. intros E. apply Ne, image_inj; assumption.
Qed.

Lemma over_arcs_image g : over_arcs n (fun i k => g (f i) (f k)) = over_arcs n g.
Proof.
  unfold over_arcs. rewrite <- (over_image (fun j => over n (fun m => if Nat.eqb j m then 0 else g j m))).
  apply over_ext. intros i Hi. rewrite <- (over_image (fun m => if Nat.eqb (f i) m then 0 else g (f i) m)).
  apply over_ext. intros k Hk. rewrite image_eqb by assumption. reflexivity.
Qed.

(** Offsets meet the sums of their rows and columns. *)
Lemma offsets_met u y :
  over_arcs n (fun i k => (u i + u k) * y (f i) (f k)) = over n (fun i => u i * sums n y (f i)).
Proof.
  transitivity (over n (fun i => over n (fun k => if Nat.eqb i k then 0 else u i * y (f i) (f k)))
    + over n (fun i => over n (fun k => if Nat.eqb i k then 0 else u k * y (f i) (f k)))).
  - rewrite <- over_add. apply over_ext. intros i _. rewrite <- over_add. apply over_ext. intros k _.
    destruct (Nat.eqb i k); lia.
  - assert (Swap : over n (fun i => over n (fun k => if Nat.eqb i k then 0 else u k * y (f i) (f k)))
      = over n (fun k => over n (fun i => if Nat.eqb i k then 0 else u k * y (f i) (f k)))) by apply zsum_swap.
    rewrite Swap.
    rewrite <- over_add. apply over_ext. intros i Hi. unfold sums.
    rewrite <- (over_image (fun m => if Nat.eqb (f i) m then 0 else y (f i) m + y m (f i))), <- over_mul.
    rewrite <- over_add. apply over_ext. intros k Hk.
    rewrite image_eqb by assumption. rewrite (Nat.eqb_sym k i). destruct (Nat.eqb i k); lia.
Qed.

Theorem reduced_cost x y base u :
  qap_cost n x y pi =
  base * over_arcs n y + over n (fun i => u i * sums n y (f i))
  + over_arcs n (fun i k => rest x base u i k * y (f i) (f k)) + over n (fun i => x i i * y (f i) (f i)).
Proof.
  unfold qap_cost. cbv zeta. f_equal. rewrite <- offsets_met, <- (over_arcs_image y), <- over_arcs_mul, <- !over_arcs_add.
  apply over_arcs_ext. intros i k _ _ _. unfold rest. lia.
Qed.

(** ** What is gained *)

Definition moves (t : thing) : thing :=
  match t with Own l i => Own l (f i) | Arc l i k => Arc l (f i) (f k) end.

Lemma in_things t : In t (things n) <->
  (exists l i k, t = Arc l i k /\ (l < 2)%nat /\ (i < n)%nat /\ (k < n)%nat /\ i <> k) \/
  (exists l i, t = Own l i /\ (2 <= l < 6)%nat /\ (i < n)%nat).
Proof.
  unfold things. rewrite in_app_iff, !in_flat_map. split.
  - intros [(i & Hi & H)|(i & Hi & H)]; apply in_seq in Hi.
    + left. apply in_flat_map in H. destruct H as (k & Hk & H). apply in_seq in Hk. destruct (Nat.eqb_spec i k); [destruct H|].
      destruct H as [<-|[<-|[]]]; [exists 0%nat, i, k | exists 1%nat, i, k]; repeat split; auto; lia.
    + right. destruct H as [<-|[<-|[<-|[<-|[]]]]]; eexists _, i; (split; [reflexivity | lia]).
  - intros [(l & i & k & -> & Hl & Hi & Hk & Ne)|(l & i & -> & Hl & Hi)]; [left | right]; exists i; (split; [apply in_seq; lia|]).
    + apply in_flat_map. exists k. split; [apply in_seq; lia|]. destruct (Nat.eqb_spec i k); [contradiction|].
      destruct l as [|[|l]]; simpl; auto; lia.
    + destruct l as [|[|[|[|[|[|l]]]]]]; simpl; auto 6; lia.
Qed.

Lemma moves_things t : In t (things n) -> In (moves t) (things n) /\ moved pi t = Some (moves t).
Proof.
  intros H. apply in_things in H. destruct H as [(l & i & k & -> & Hl & Hi & Hk & Ne)|(l & i & -> & Hl & Hi)].
  - destruct (image_app i Hi) as [Ei Bi], (image_app k Hk) as [Ek Bk]. cbn [moves moved]. rewrite Ei, Ek.
    split; [|reflexivity]. apply in_things. left. exists l, (f i), (f k). repeat split; auto.
    intros E. apply Ne, image_inj; assumption.
  - destruct (image_app i Hi) as [Ei Bi]. cbn [moves moved]. rewrite Ei. split; [|reflexivity].
    apply in_things. right. exists l, (f i). auto.
Qed.

Lemma things_NoDup : NoDup (things n).
Proof.
  unfold things. apply MaxSat.NoDup_disjoint.
  - apply MaxSat.NoDup_flat_map; [apply seq_NoDup | |].
    + intros i _. apply MaxSat.NoDup_flat_map; [apply seq_NoDup | |].
      * intros k _. destruct (Nat.eqb i k); [constructor|]. constructor; [intros [E|[]]; discriminate|].
        constructor; [intros [] | constructor].
      * intros k k' z _ _ H H'. destruct (Nat.eqb i k); [destruct H|]. destruct (Nat.eqb i k'); [destruct H'|].
        destruct H as [<-|[<-|[]]], H' as [E|[E|[]]]; injection E; auto; discriminate.
    + intros i i' z _ _ H H'. apply in_flat_map in H, H'. destruct H as (k & _ & H), H' as (k' & _ & H').
      destruct (Nat.eqb i k); [destruct H|]. destruct (Nat.eqb i' k'); [destruct H'|].
      destruct H as [<-|[<-|[]]], H' as [E|[E|[]]]; injection E; auto; discriminate.
  - apply MaxSat.NoDup_flat_map; [apply seq_NoDup | |].
    + intros i _. repeat (constructor; [simpl; intuition discriminate|]). constructor.
    + intros i i' z _ _ H H'. simpl in H, H'. intuition congruence.
  - intros t H K. apply in_flat_map in H, K. destruct H as (i & _ & H), K as (k & _ & K). apply in_flat_map in H.
    destruct H as (k' & _ & H). destruct (Nat.eqb i k'); [destruct H|]. simpl in H, K. intuition congruence.
Qed.

Lemma weighing_sum T w (g : thing -> Z -> Z) : (forall t, g t 0 = 0) ->
  zsum (fun e => g (fst e) (snd e)) (weighing T w) = zsum (fun t => g t (Z.max 0 (w t))) T.
Proof.
  intros Zero. unfold weighing. rewrite zsum_map. cbn [fst snd]. induction T as [|t T IH]; [reflexivity|].
  cbn [filter zsum]. destruct (Z.ltb_spec 0 (w t)) as [Lt|Ge]; cbn [zsum].
  - rewrite IH. rewrite Z.max_r by lia. reflexivity.
  - rewrite IH. rewrite Z.max_l by lia. rewrite Zero. lia.
Qed.

Theorem gain_of_things a b :
  qap_gain (weighing (things n) a) (weighing (things n) b) pi
  = zsum (fun t => Z.max 0 (a t) * Z.max 0 (b (moves t))) (things n).
Proof.
  unfold qap_gain.
  rewrite (weighing_sum (things n) a (fun t w => zsum (fun e' => if sends pi t (fst e') then w * snd e' else 0) (weighing (things n) b)))
    by (intros t; apply zsum_zero; intros e' _; destruct (sends pi t (fst e')); lia).
  apply zsum_ext. intros t Ht. destruct (moves_things t Ht) as [Hm Em].
  rewrite (weighing_sum (things n) b (fun t' w => if sends pi t t' then Z.max 0 (a t) * w else 0))
    by (intros t'; destruct (sends pi t t'); lia).
  rewrite (zsum_at _ (things n) (moves t)).
  - unfold sends. rewrite Em. destruct (thing_eq_dec (moves t) (moves t)); [reflexivity | congruence].
  - apply things_NoDup.
  - exact Hm.
  - intros t' _ Ne. unfold sends. rewrite Em. destruct (thing_eq_dec (moves t) t'); [congruence | reflexivity].
Qed.

Lemma earned_parts b w v : fst b <= v <= snd b ->
  Z.max 0 w * Z.max 0 (snd b - v) + Z.max 0 (- w) * Z.max 0 (v - fst b) = earned b w v.
Proof. intros B. unfold earned. destruct (Z.ltb_spec 0 w); rewrite !(Z.max_r 0 (_ - _)) by lia; nia. Qed.

Lemma earned_top b w v : earned b w v = top_of b w - w * v.
Proof. unfold earned, top_of. destruct (0 <? w); lia. Qed.

Lemma zsum_four (g : thing -> Z) i : zsum g [Own 2 i; Own 3 i; Own 4 i; Own 5 i] = (g (Own 2 i) + g (Own 3 i)) + (g (Own 4 i) + g (Own 5 i)).
Proof. cbn [zsum]. lia. Qed.

Theorem plan_gain x y base u b s o : bounds_hold n (sums n y) y b s o ->
  qap_gain (weighing (things n) (left_weight x base u)) (weighing (things n) (right_weight (sums n y) y b s o)) pi
  = plan_constant n x y base u b s o - qap_cost n x y pi.
Proof.
  intros (Bb & Bs & Bo). rewrite gain_of_things, (reduced_cost x y base u). unfold things.
  rewrite zsum_app, !zsum_flat_map.
  transitivity (over_arcs n (fun i k => earned b (rest x base u i k) (y (f i) (f k)))
    + (over n (fun i => earned s (u i) (sums n y (f i))) + over n (fun i => earned o (x i i) (y (f i) (f i))))).
  - f_equal.
    + apply over_ext. intros i Hi. rewrite zsum_flat_map. apply over_ext. intros k Hk.
      destruct (Nat.eqb_spec i k) as [_|Ne]; [reflexivity|]. cbn [zsum moves left_weight right_weight].
      rewrite <- earned_parts; [lia|]. apply Bb; try apply image_app; auto. intros E. apply Ne, image_inj; assumption.
    + rewrite <- over_add. apply over_ext. intros i Hi. rewrite zsum_four. cbn [moves left_weight right_weight].
      rewrite !earned_parts; [reflexivity | apply Bo, image_app, Hi | apply Bs, image_app, Hi].
  - unfold plan_constant.
    rewrite (over_arcs_ext n _ (fun i k => top_of b (rest x base u i k) + -1 * (rest x base u i k * y (f i) (f k))))
      by (intros; rewrite earned_top; lia).
    rewrite (over_ext n (fun i => earned s _ _) (fun i => top_of s (u i) + -1 * (u i * sums n y (f i))))
      by (intros; rewrite earned_top; lia).
    rewrite (over_ext n (fun i => earned o _ _) (fun i => top_of o (x i i) + -1 * (x i i * y (f i) (f i))))
      by (intros; rewrite earned_top; lia).
    rewrite over_arcs_add, !over_add, over_arcs_mul, !over_mul. lia.
Qed.

(** A symmetric sum is twice that over one of both orders. *)
Lemma half_arcs (lt : nat -> nat -> bool) g :
  (forall i k, (i < n)%nat -> (k < n)%nat -> i <> k -> lt i k = negb (lt k i)) -> symmetric g ->
  2 * over_arcs n (fun i k => if lt i k then g i k else 0) = over_arcs n g.
Proof.
  intros Total Sym.
  assert (Swap : over_arcs n (fun i k => if lt i k then g i k else 0) = over_arcs n (fun i k => if lt k i then g k i else 0)).
  { unfold over_arcs. transitivity (over n (fun k => over n (fun i => if Nat.eqb i k then 0 else if lt i k then g i k else 0))).
    - apply zsum_swap.
    - apply over_ext. intros k _. apply over_ext. intros i _. rewrite Nat.eqb_sym. reflexivity. }
  replace (2 * over_arcs n (fun i k => if lt i k then g i k else 0))
    with (over_arcs n (fun i k => if lt i k then g i k else 0) + over_arcs n (fun i k => if lt k i then g k i else 0)) by lia.
  rewrite <- over_arcs_add. apply over_arcs_ext. intros i k Hi Hk Ne. rewrite (Total i k Hi Hk Ne), (Sym k i).
  destruct (lt k i); cbn; lia.
Qed.

Lemma ltb_total i k : i <> k -> Nat.ltb i k = negb (Nat.ltb k i).
Proof. intros Ne. destruct (Nat.ltb_spec i k), (Nat.ltb_spec k i); cbn; lia. Qed.

(** What is symmetric may meet sums of both directions instead. *)
Definition mirrored (y : nat -> nat -> Z) j m : Z := if Nat.eqb j m then y j j else y j m + y m j.

Theorem mirrored_cost x y : symmetric x -> qap_cost n x y pi = couple_cost n x (mirrored y) pi.
Proof.
  intros Sx. unfold qap_cost, couple_cost. cbv zeta. f_equal.
  - assert (Sm : symmetric (mirrored y)).
    { intros j m. unfold mirrored. rewrite (Nat.eqb_sym m j). destruct (Nat.eqb_spec j m) as [->|_]; lia. }
    assert (H := half_arcs Nat.ltb (fun i k => x i k * mirrored y (f i) (f k)) ltac:(intros; apply ltb_total; assumption)
      ltac:(intros i k; cbn beta; rewrite (Sx i k), (Sm (f i) (f k)); reflexivity)).
    assert (Swap : over_arcs n (fun i k => x i k * y (f k) (f i)) = over_arcs n (fun i k => x i k * y (f i) (f k))).
    { unfold over_arcs. transitivity (over n (fun k => over n (fun i => if Nat.eqb i k then 0 else x i k * y (f k) (f i)))).
      - apply zsum_swap.
      - apply over_ext. intros k _. apply over_ext. intros i _. rewrite Nat.eqb_sym, (Sx i k). reflexivity. }
    rewrite (over_arcs_ext n (fun i k => x i k * mirrored y (f i) (f k)) (fun i k => x i k * y (f i) (f k) + x i k * y (f k) (f i))) in H.
    + rewrite over_arcs_add, Swap in H. unfold half. cbn beta in *. lia.
    + intros i k Hi Hk Ne. unfold mirrored. rewrite image_eqb by assumption. destruct (Nat.eqb_spec i k); [contradiction | lia].
  - apply over_ext. intros i _. unfold mirrored. rewrite Nat.eqb_refl. reflexivity.
Qed.

Theorem couple_gain (left_one : bool) x y base u b s o :
  symmetric x -> symmetric y -> bounds_hold n (row_sums n y) y b s o ->
  let a := left_weight x base u in let c := right_weight (row_sums n y) y b s o in
  qap_gain (weighing (things n) (if left_one then one_way a else a))
           (weighing (things n) (if left_one then c else one_way c)) pi
  = couple_constant n x y base u b s o - couple_cost n x y pi.
Proof.
  intros Sx Sy (Bb & Bs & Bo) a c. rewrite gain_of_things. unfold things. rewrite zsum_app, !zsum_flat_map.
  set (lt := fun i k => if left_one then Nat.ltb i k else Nat.ltb (f i) (f k)).
  assert (Total : forall i k, (i < n)%nat -> (k < n)%nat -> i <> k -> lt i k = negb (lt k i)).
  { intros i k Hi Hk Ne. unfold lt. destruct left_one; apply ltb_total; [exact Ne|]. intros E. apply Ne, image_inj; assumption. }
  assert (Sr : symmetric (rest x base u)) by (intros i k; unfold rest; rewrite (Sx i k); lia).
  transitivity (over_arcs n (fun i k => if lt i k then earned b (rest x base u i k) (y (f i) (f k)) else 0)
    + (over n (fun i => earned s (u i) (row_sums n y (f i))) + over n (fun i => earned o (x i i) (y (f i) (f i))))).
  - f_equal.
    + apply over_ext. intros i Hi. rewrite zsum_flat_map. apply over_ext. intros k Hk.
      destruct (Nat.eqb_spec i k) as [_|Ne]; [reflexivity|]. unfold lt.
      rewrite <- earned_parts by (apply Bb; try apply image_app; auto; intros E; apply Ne, image_inj; assumption).
      destruct left_one; cbn [zsum moves one_way a c left_weight right_weight]; unfold a, c;
        cbn [zsum moves one_way left_weight right_weight];
        [destruct (Nat.ltb i k) | destruct (Nat.ltb (f i) (f k))]; rewrite ?(Z.max_id 0); lia.
    + rewrite <- over_add. apply over_ext. intros i Hi. rewrite zsum_four.
      destruct left_one; unfold a, c; cbn [moves one_way left_weight right_weight];
        rewrite !earned_parts; try reflexivity; try (apply Bo, image_app, Hi); apply Bs, image_app, Hi.
  - assert (E := half_arcs lt (fun i k => earned b (rest x base u i k) (y (f i) (f k))) Total
      ltac:(intros i k; cbn beta; rewrite (Sr i k), (Sy (f i) (f k)); reflexivity)).
    cbn beta in E.
    rewrite (over_arcs_ext n (fun i k => earned b _ _) (fun i k => top_of b (rest x base u i k) + -1 * (rest x base u i k * y (f i) (f k)))) in E
      by (intros; rewrite earned_top; lia).
    rewrite over_arcs_add, over_arcs_mul in E.
    assert (Up : forall i k, (i < n)%nat -> (k < n)%nat -> i <> k -> Nat.ltb i k = negb (Nat.ltb k i)) by (intros; apply ltb_total; assumption).
    assert (Ht := half_arcs Nat.ltb (fun i k => top_of b (rest x base u i k)) Up ltac:(intros i k; cbn beta; rewrite (Sr i k); reflexivity)).
    assert (Hy := half_arcs Nat.ltb y Up Sy).
    assert (Hc := half_arcs Nat.ltb (fun i k => x i k * y (f i) (f k)) Up
      ltac:(intros i k; cbn beta; rewrite (Sx i k), (Sy (f i) (f k)); reflexivity)).
    assert (R := reduced_cost x y base u). unfold qap_cost in R. cbv zeta in R.
    assert (Hs : over n (fun i => u i * sums n y (f i)) = 2 * over n (fun i => u i * row_sums n y (f i))).
    { rewrite <- over_mul. apply over_ext. intros i _. unfold sums, row_sums.
      rewrite (over_ext n (fun m => if Nat.eqb (f i) m then 0 else y (f i) m + y m (f i))
        (fun m => 2 * (if Nat.eqb (f i) m then 0 else y (f i) m))).
      - rewrite over_mul. lia.
      - intros m _. rewrite (Sy m (f i)). destruct (Nat.eqb (f i) m); lia. }
    rewrite (over_ext n (fun i => earned s _ _) (fun i => top_of s (u i) + -1 * (u i * row_sums n y (f i))))
      by (intros; rewrite earned_top; lia).
    rewrite (over_ext n (fun i => earned o _ _) (fun i => top_of o (x i i) + -1 * (x i i * y (f i) (f i))))
      by (intros; rewrite earned_top; lia).
    rewrite !over_add, !over_mul. unfold couple_constant, couple_cost, half. cbv zeta. cbn beta in *. nia.
Qed.

End Permuted.

Lemma weighing_ok n w : things_ok n (weighing (things n) w).
Proof.
  unfold weighing. split.
  - rewrite map_map. cbn [fst]. rewrite map_id. apply NoDup_filter, things_NoDup.
  - intros e H. apply in_map_iff in H. destruct H as (t & <- & H). apply filter_In in H. destruct H as [H W].
    apply Z.ltb_lt in W. cbn [fst snd]. split; [|lia]. apply in_things in H.
    destruct H as [(l & i & k & -> & _ & Hi & Hk & _)|(l & i & -> & _ & Hi)]; cbn; auto.
Qed.

(** The best score of the weighted graphs gives the least cost, in units that were divided out. *)
Theorem qap_least_cost top n x y base u b s o unit best :
  bounds_hold n (sums n y) y b s o -> 1 <= unit ->
  let A := weighing (things n) (left_weight x base u) in let B := weighing (things n) (right_weight (sums n y) y b s o) in
  (exists phi, pinj phi /\ product_score top n A B phi = best) ->
  (forall phi, pinj phi -> product_score top n A B phi <= best) ->
  let least := unit * (plan_constant n x y base u b s o + Z.of_nat (top_value top) - best) in
  (exists pi, perm n pi /\ unit * qap_cost n x y pi = least) /\ (forall pi, perm n pi -> least <= unit * qap_cost n x y pi).
Proof.
  intros Bounds Unit A B Best Most.
  destruct (least_cost top n A B (fun pi => unit * qap_cost n x y pi) unit (plan_constant n x y base u b s o) best) as [(pi & P & L) All].
  - apply weighing_ok.
  - apply weighing_ok.
  - exact Unit.
  - intros pi P. unfold A, B. rewrite plan_gain by assumption. lia.
  - exact Best.
  - exact Most.
  - split; [|exact All]. exists pi. split; [exact P|]. apply Z.le_antisymm; [exact L | apply All, P].
Qed.

Theorem couple_least_cost top n left_one x y base u b s o unit best :
  symmetric x -> symmetric y -> bounds_hold n (row_sums n y) y b s o -> 1 <= unit ->
  let a := left_weight x base u in let c := right_weight (row_sums n y) y b s o in
  let A := weighing (things n) (if left_one : bool then one_way a else a) in
  let B := weighing (things n) (if left_one then c else one_way c) in
  (exists phi, pinj phi /\ product_score top n A B phi = best) ->
  (forall phi, pinj phi -> product_score top n A B phi <= best) ->
  let least := unit * (couple_constant n x y base u b s o + Z.of_nat (top_value top) - best) in
  (exists pi, perm n pi /\ unit * couple_cost n x y pi = least) /\
  (forall pi, perm n pi -> least <= unit * couple_cost n x y pi).
Proof.
  intros Sx Sy Bounds Unit a c A B Best Most.
  destruct (least_cost top n A B (fun pi => unit * couple_cost n x y pi) unit (couple_constant n x y base u b s o) best) as [(pi & P & L) All].
  - apply weighing_ok.
  - apply weighing_ok.
  - exact Unit.
  - intros pi P. unfold A, B, a, c. rewrite (couple_gain n pi P) by assumption. lia.
  - exact Best.
  - exact Most.
  - split; [|exact All]. exists pi. split; [exact P|]. apply Z.le_antisymm; [exact L | apply All, P].
Qed.
