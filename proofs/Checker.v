(** * The checker that runs

    [judge] checks what a certificate claims of two lists of triples, as [check_copies], [check_graded] and [check_count]
    do, with maps instead of list scans: it is what the program smatchproof-checker is extracted from.  [judge_sound] says
    that what it accepts is true.

    A triple has a weight: the number of its copies, which may be any.  [left] and [right] are the lists with all copies
    in them, of which the theorems speak; what runs has the weights and never makes such a list.

    Equal labels find each other through an [index] of the right graph; then U is [unary], W is [binary], and the proof
    is followed by Walk.v. *)

From Coq Require Import Arith Lia Bool List Permutation ZArith.
From Coq Require String.
Import String.StringSyntax.
From SmatchProof Require Import Smatch Sums Lists Certificate Graded Maps Walk EveryOptimum.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope Z_scope.

(** ** Triples by key *)

Definition triple_key (t : triple) : Key.t :=
  match t with
  | Inst v c => [0; v; c]%nat
  | Attr a v c => [1; a; v; c]%nat
  | Rel r u v => [2; r; u; v]%nat
  end.

Lemma triple_key_inj s t : triple_key s = triple_key t -> s = t.
Proof. destruct s, t; simpl; congruence. Qed.

(** Triples with different labels cannot match. *)
Definition label (t : triple) : Key.t :=
  match t with
  | Inst _ c => [0; c]%nat
  | Attr a _ c => [1; a; c]%nat
  | Rel r u v => if Nat.eqb u v then [2; r]%nat else [3; r]%nat
  end.

Lemma needs_label t t' : label t' <> label t -> needs t t' = Never.
Proof.
  destruct t as [v c|a v c|r u v], t' as [y d|b y d|s y z]; simpl; auto; intros Ne.
  - destruct (Nat.eqb_spec c d) as [->|]; [tauto | reflexivity].
  - destruct (Nat.eqb_spec a b) as [->|]; [|reflexivity]. destruct (Nat.eqb_spec c d) as [->|]; [tauto | reflexivity].
  - destruct (Nat.eqb_spec r s) as [->|]; [|reflexivity].
    destruct (Nat.eqb_spec u v), (Nat.eqb_spec y z); simpl; auto; tauto.
Qed.

(** ** Weighted lists of triples *)

(** Each triple with the number of its copies.  What such a list means is the list with the copies in it, which is for
    the theorems alone: the program never computes it. *)
Definition expand (w : list (triple * Z)) : list triple := flat_map (fun e => repeat (fst e) (Z.to_nat (snd e))) w.

Definition positive (w : list (triple * Z)) : Prop := forall e, In e w -> 1 <= snd e.

Lemma positive_tail e w : positive (e :: w) -> positive w.
Proof. intros P x H. apply P. right. exact H. Qed.

Lemma expand_in w t : positive w -> In t (expand w) <-> In t (map fst w).
Proof.
  intros P. unfold expand. rewrite in_flat_map, in_map_iff. split.
  - intros (e & He & Ht). apply repeat_spec in Ht. eauto.
  - intros (e & <- & He). exists e. split; [exact He|]. specialize (P e He).
    destruct (Z.to_nat (snd e)) eqn:N; [lia | left; reflexivity].
Qed.

Lemma expand_length w : positive w -> Z.of_nat (length (expand w)) = zsum snd w.
Proof.
  induction w as [|e w IH]; intros P; [reflexivity|]. cbn [expand flat_map zsum]. fold (expand w).
  rewrite app_length, repeat_length, Nat2Z.inj_add, IH by (eapply positive_tail; exact P).
  specialize (P e (or_introl eq_refl)). lia.
Qed.

(** What holds of a number of triples holds of a sum of weights. *)
Lemma expand_filter_length (test : triple -> bool) w :
  positive w -> Z.of_nat (length (filter test (expand w))) = zsum (fun e => if test (fst e) then snd e else 0) w.
Proof.
  induction w as [|e w IH]; intros P; [reflexivity|]. cbn [expand flat_map zsum]. fold (expand w).
  rewrite filter_app, app_length, Nat2Z.inj_add, IH by (eapply positive_tail; exact P). f_equal.
  specialize (P e (or_introl eq_refl)).
  assert (E : forall n, length (filter test (repeat (fst e) n)) = if test (fst e) then n else 0%nat).
  { intros n. induction n as [|n IHn]; simpl; [destruct (test (fst e)); reflexivity|].
    destruct (test (fst e)); simpl; rewrite IHn; reflexivity. }
  rewrite E. destruct (test (fst e)); lia.
Qed.

Lemma count_occ_filter A t :
  count_occ triple_eq_dec A t = length (filter (fun s => if triple_eq_dec s t then true else false) A).
Proof. induction A as [|s A IH]; [reflexivity|]. cbn [count_occ filter]. destruct (triple_eq_dec s t); simpl; auto. Qed.

Lemma expand_count w t :
  positive w -> total_of triple_key (triple_key t) w = Z.of_nat (count_occ triple_eq_dec (expand w) t).
Proof.
  intros P. rewrite count_occ_filter, expand_filter_length by exact P. unfold total_of. apply zsum_ext. intros e _.
  destruct (triple_eq_dec (fst e) t) as [->|Ne], (Key.eq_dec _ _) as [K|K]; try reflexivity; try tauto.
  apply triple_key_inj in K. contradiction.
Qed.

Lemma nodup_repeat x n (A : list triple) :
  nodup triple_eq_dec (repeat x (S n) ++ A) = if in_dec triple_eq_dec x A then nodup triple_eq_dec A
                                              else x :: nodup triple_eq_dec A.
Proof.
  induction n as [|n IH]; [reflexivity|].
  change (repeat x (S (S n)) ++ A) with (x :: (repeat x (S n) ++ A)). cbn [nodup].
  destruct (in_dec triple_eq_dec x (repeat x (S n) ++ A)) as [_|Out]; [exact IH|]. exfalso. apply Out. left. reflexivity.
Qed.

Lemma expand_nodup w : positive w -> nodup triple_eq_dec (expand w) = nodup triple_eq_dec (map fst w).
Proof.
  induction w as [|e w IH]; intros P; [reflexivity|]. cbn [expand flat_map map]. fold (expand w).
  assert (P' : positive w) by (eapply positive_tail; exact P). specialize (P e (or_introl eq_refl)).
  destruct (Z.to_nat (snd e)) as [|n] eqn:N; [lia|]. rewrite nodup_repeat. cbn [nodup]. rewrite IH by exact P'.
  pose proof (expand_in w (fst e) P') as I.
  destruct (in_dec triple_eq_dec (fst e) (expand w)), (in_dec triple_eq_dec (fst e) (map fst w)); tauto.
Qed.

(** The different triples of a list, and how many copies there are of each: both in one walk. *)
Lemma gather_nodup w : fst (gather triple_key w) = nodup triple_eq_dec (map fst w).
Proof.
  induction w as [|[x z] w IH]; [reflexivity|]. rewrite gather_cons. cbn [map nodup fst].
  pose proof (gather_find triple_key w (triple_key x)) as F. destruct (gather triple_key w) as [xs m]. cbn [fst snd] in *.
  destruct (LM.find (triple_key x) m) as [y|]; cbn [fst]; destruct (in_dec triple_eq_dec x (map fst w)) as [H|H].
  - exact IH.
  - exfalso. destruct F as (_ & e & He & K). apply triple_key_inj in K. apply H. rewrite <- K. apply in_map, He.
  - exfalso. apply in_map_iff in H. destruct H as (e & E & He). apply (F e He). rewrite E. reflexivity.
  - rewrite IH. reflexivity.
Qed.

Lemma gather_expand w : positive w -> fst (gather triple_key w) = nodup triple_eq_dec (expand w).
Proof. intros P. rewrite gather_nodup, expand_nodup by exact P. reflexivity. Qed.

(** How many copies of a triple a list has. *)
Definition number_of (t : triple) (copies : LM.t Z) : Z :=
  match LM.find (triple_key t) copies with Some z => z | None => 0 end.

Lemma number_of_count w t :
  positive w -> number_of t (snd (gather triple_key w)) = Z.of_nat (count_occ triple_eq_dec (expand w) t).
Proof.
  intros P. unfold number_of. pose proof (gather_find triple_key w (triple_key t)) as F.
  destruct (LM.find (triple_key t) (snd (gather triple_key w))) as [z|].
  - destruct F as [-> _]. apply expand_count, P.
  - symmetry. apply (Nat2Z.inj_iff _ 0), count_occ_not_In. rewrite (expand_in w t P), in_map_iff. intros (e & E & He).
    apply (F e He). rewrite E. reflexivity.
Qed.

(** [copies] of Certificate.v in binary: a weight may have 36 digits. *)
Definition binary_copies (rule : duplicates) (a b : Z) : Z :=
  match rule with dup_set => 1 | dup_multiset => Z.min a b | dup_product => a * b end.

Lemma binary_copies_eq rule a b : binary_copies rule (Z.of_nat a) (Z.of_nat b) = Z.of_nat (copies rule a b).
Proof. destruct rule; cbn [binary_copies copies]; lia. Qed.

(** [matches], with the right triples of each label at hand. *)
Definition all_matches (rule : duplicates) (copiesA copiesB : LM.t Z) (L R : list triple) : list (need * Z) :=
  let by_label := index label R in
  tflat_map (fun t =>
    let a := number_of t copiesA in
    tflat_map (fun t' =>
      match needs t t' with Never => [] | w => [(w, binary_copies rule a (number_of t' copiesB))] end)
      (get (label t) by_label)) L.

Lemma all_matches_eq rule A B L R : positive A -> positive B ->
  all_matches rule (snd (gather triple_key A)) (snd (gather triple_key B)) L R
  = matches L R (fun t u => copies rule (count_occ triple_eq_dec (expand A) t) (count_occ triple_eq_dec (expand B) u)).
Proof.
  intros PA PB. unfold all_matches, matches. rewrite tflat_map_eq. apply flat_map_ext. intros t.
  rewrite tflat_map_eq, flat_map_get.
  - apply flat_map_ext. intros t'. rewrite !number_of_count, binary_copies_eq by assumption. reflexivity.
  - intros t' _ Ne. rewrite (needs_label t t' Ne). reflexivity.
Qed.

(** ** Values of a role *)

Definition role_key (r : role) : Key.t := match r with Instance => [0]%nat | Attribute a => [1; a]%nat end.

Lemma role_key_inj r s : role_key r = role_key s -> r = s.
Proof. destruct r, s; simpl; congruence. Qed.

Definition slot_key (t : triple) : Key.t :=
  match parts t with Some (r, v, _) => v :: role_key r | None => [] end.

Lemma same_slot_key t t' : parts t <> None -> same_slot t t' = key_is slot_key (slot_key t) t'.
Proof.
  intros Some'. apply eq_true_iff_eq. rewrite key_is_iff. unfold same_slot, slot_key.
  destruct (parts t) as [((r & v) & x)|]; [|tauto].
  destruct (parts t') as [((s & w) & y)|]; [|split; discriminate].
  destruct (role_dec r s) as [->|Ne].
  - rewrite Nat.eqb_eq. split; [intros ->; reflexivity | intros E; injection E; auto].
  - split; [discriminate|]. intros E. injection E as _ E. apply role_key_inj in E. congruence.
Qed.

(** [lone], with the number of triples of each slot at hand. *)
Definition lone_of (w : list (triple * Z)) : list triple :=
  let slots := snd (gather (fun t => slot_key t) w) in
  tmap fst (tfilter (fun e =>
    match parts (fst e), LM.find (slot_key (fst e)) slots with Some _, Some z => z =? 1 | _, _ => false end) w).

Lemma expand_filter (test : triple -> bool) w :
  positive w -> (forall e, In e w -> test (fst e) = true -> snd e = 1) ->
  filter test (expand w) = map fst (filter (fun e => test (fst e)) w).
Proof.
  induction w as [|e w IH]; intros P One; [reflexivity|]. cbn [expand flat_map filter]. fold (expand w).
  rewrite filter_app, IH; [|eapply positive_tail; exact P | intros x Hx; apply One; right; exact Hx].
  destruct (test (fst e)) eqn:T.
  - rewrite (One e (or_introl eq_refl) T). change (Z.to_nat 1) with 1%nat. cbn [repeat filter map]. rewrite T. reflexivity.
  - replace (filter test (repeat (fst e) (Z.to_nat (snd e)))) with (@nil triple); [reflexivity|].
    induction (Z.to_nat (snd e)) as [|n IHn]; [reflexivity|]. cbn [repeat filter]. rewrite T. exact IHn.
Qed.

Lemma lone_of_eq w : positive w -> lone_of w = lone (expand w).
Proof.
  intros P. unfold lone.
  assert (Slot : forall e, In e w -> parts (fst e) <> None ->
    Z.of_nat (length (filter (same_slot (fst e)) (expand w))) = total_of slot_key (slot_key (fst e)) w).
  { intros e _ Some'. rewrite expand_filter_length by exact P. unfold total_of. apply zsum_ext. intros x _.
    rewrite same_slot_key by exact Some'. unfold key_is. destruct (Key.eq_dec _ _); reflexivity. }
  assert (None' : forall t, parts t = None -> alone (expand w) t = false).
  { intros t N. unfold alone. apply Nat.eqb_neq. replace (filter (same_slot t) (expand w)) with (@nil triple); [discriminate|].
    symmetry. clear -N. induction (expand w) as [|y A IH]; [reflexivity|]. simpl. unfold same_slot at 1. rewrite N. exact IH. }
  rewrite expand_filter; [| exact P |].
  - unfold lone_of. rewrite tmap_eq, tfilter_eq. f_equal. apply filter_ext_in. intros e He.
    pose proof (gather_find slot_key w (slot_key (fst e))) as F.
    destruct (parts (fst e)) as [x|] eqn:Pe; [|symmetry; apply None', Pe].
    assert (Ne : parts (fst e) <> None) by congruence. specialize (Slot e He Ne). unfold alone.
    destruct (LM.find (slot_key (fst e)) (snd (gather slot_key w))) as [z|].
    + destruct F as [-> _]. rewrite <- Slot. apply eq_true_iff_eq. rewrite Z.eqb_eq, Nat.eqb_eq. lia.
    + exfalso. exact (F e He eq_refl).
  - intros e He Al. destruct (parts (fst e)) as [x|] eqn:Pe; [|rewrite (None' _ Pe) in Al; discriminate].
    assert (Ne : parts (fst e) <> None) by congruence. specialize (Slot e He Ne).
    unfold alone in Al. apply Nat.eqb_eq in Al. rewrite Al in Slot.
    assert (Le : snd e <= total_of slot_key (slot_key (fst e)) w).
    { clear -He P. unfold total_of. induction w as [|y w IH]; [destruct He|]. cbn [zsum].
      assert (P' : positive w) by (eapply positive_tail; exact P).
      assert (Rest : 0 <= zsum (fun e0 => if Key.eq_dec (slot_key (fst e0)) (slot_key (fst e)) then snd e0 else 0) w).
      { clear -P'. induction w as [|x w IH]; [simpl; lia|]. cbn [zsum].
        specialize (IH (positive_tail _ _ P')). specialize (P' x (or_introl eq_refl)).
        destruct (Key.eq_dec _ _); lia. }
      pose proof (P y (or_introl eq_refl)) as Py. destruct He as [->|He].
      - destruct (Key.eq_dec _ _) as [_|K]; [lia | tauto].
      - specialize (IH P' He). destruct (Key.eq_dec (slot_key (fst y)) _); lia. }
    specialize (P e He). change (Z.of_nat 1) with 1 in Slot. lia.
Qed.

Definition role_of (t : triple) : Key.t := match parts t with Some (r, _, _) => role_key r | None => [] end.

(** ** Similarities *)

Definition grade_key (k : key) : Key.t := let '((r, x), y) := k in x :: y :: role_key r.

Lemma grade_key_inj k l : grade_key k = grade_key l -> k = l.
Proof.
  destruct k as [[r x] y], l as [[s z] w]. simpl. intros E. injection E as -> -> E. apply role_key_inj in E. congruence.
Qed.

Definition grade_map : grades -> LM.t Z := tfold_right (fun e m => LM.add (grade_key (fst e)) (snd e) m) (LM.empty Z).

Lemma grade_map_ok gs k : LM.find (grade_key k) (grade_map gs) = lookup gs k.
Proof.
  unfold grade_map. rewrite tfold_right_eq. induction gs as [|[l g] gs IH]; cbn [fold_right fst snd lookup].
  - apply LF.empty_o.
  - rewrite LM_add. destruct (Key.eq_dec (grade_key l) (grade_key k)) as [E|E], (key_dec l k) as [K|K];
      [reflexivity | apply grade_key_inj in E; contradiction | subst; tauto | exact IH].
Qed.

(** Each two values once. *)
Definition grades_distinct (gs : grades) : bool :=
  tlength (fst (gather grade_key gs)) =? tlength gs.

Definition graded_ok (N : Z) (gs : grades) : bool :=
  (1 <=? N) && forallb (fun e => let '((r, x, y), g) := e in negb (Nat.eqb x y) && (0 <? g) && (g <=? N)) gs.

Lemma graded_range N gs : graded_ok N gs = true -> 1 <= N /\ forall r x y, 0 <= listed_similarity gs r x y <= N.
Proof.
  unfold graded_ok, listed_similarity. rewrite andb_true_iff, Z.leb_le, forallb_forall. intros (Pos & All).
  split; [exact Pos|]. intros r x y.
  induction gs as [|[((r' & x') & y') g] gs IH]; cbn [lookup]; [lia|].
  destruct (key_dec (r', x', y') (r, x, y)) as [_|_]; [|apply IH; auto using in_cons].
  specialize (All _ (or_introl eq_refl)). simpl in All. rewrite !andb_true_iff, Z.ltb_lt, Z.leb_le in All. lia.
Qed.

Definition resembling (by_values : LM.t Z) (t t' : triple) : list ((nat * nat) * Z) :=
  match resemblance t t' with
  | Some (p, k) => match LM.find (grade_key k) by_values with Some g => [(p, g)] | None => [] end
  | None => []
  end.

(** [graded_matches], with the right triples of each role at hand. *)
Definition all_resembling (gs : grades) (A B : list (triple * Z)) : list ((nat * nat) * Z) :=
  match gs with
  | [] => []
  | _ =>
      let by_values := grade_map gs in
      let by_role := index role_of (lone_of B) in
      tflat_map (fun t => tflat_map (resembling by_values t) (get (role_of t) by_role)) (lone_of A)
  end.

Lemma resemblance_role t t' : role_of t' <> role_of t -> resemblance t t' = None.
Proof.
  unfold role_of, resemblance. destruct (parts t) as [((r & v) & x)|]; [|reflexivity].
  destruct (parts t') as [((s & w) & y)|]; [|reflexivity].
  destruct (role_dec r s) as [->|_]; [tauto | reflexivity].
Qed.

Lemma all_resembling_eq gs A B :
  positive A -> positive B -> all_resembling gs A B = graded_matches gs (expand A) (expand B).
Proof.
  intros PA PB.
  assert (E : tflat_map (fun t => tflat_map (resembling (grade_map gs) t) (get (role_of t) (index role_of (lone_of B))))
                (lone_of A) = graded_matches gs (expand A) (expand B)).
  { unfold graded_matches. rewrite !lone_of_eq by assumption. rewrite tflat_map_eq. apply flat_map_ext. intros t.
    rewrite tflat_map_eq, flat_map_get.
    - apply flat_map_ext. intros t'. unfold resembling, graded_match.
      destruct (resemblance t t') as [(p & k)|]; [|reflexivity]. rewrite grade_map_ok. reflexivity.
    - intros t' _ Ne. unfold resembling. rewrite (resemblance_role t t' Ne). reflexivity. }
  destruct gs as [|g gs]; [|exact E]. rewrite <- E. unfold all_resembling.
  symmetry. generalize (lone_of A). intros ts. rewrite tflat_map_eq.
  induction ts as [|t ts IH]; [reflexivity|]. cbn [flat_map]. rewrite IH, app_nil_r, tflat_map_eq.
  generalize (get (role_of t) (index role_of (lone_of B))). intros us. induction us as [|t' us IH']; [reflexivity|].
  cbn [flat_map]. rewrite IH', app_nil_r. unfold resembling.
  destruct (resemblance t t') as [(p & k)|]; [|reflexivity]. change (grade_map []) with (LM.empty Z). rewrite LF.empty_o. reflexivity.
Qed.

(** ** The value of an alignment, by definition *)

Lemma zsum_filter_eq {T} (test : T -> bool) (f g : T -> Z) l :
  (forall x, In x l -> test x = true -> f x = g x) -> (forall x, In x l -> test x = false -> g x = 0) ->
  zsum f (filter test l) = zsum g l.
Proof.
  induction l as [|x l IH]; simpl; intros Same None; [reflexivity|].
  rewrite <- IH by auto. destruct (test x) eqn:E; simpl; [rewrite (Same x) | rewrite (None x)]; auto.
Qed.

Definition image_by (f : nat -> option nat) (t : triple) : option triple :=
  match t with
  | Inst v c => option_map (fun y => Inst y c) (f v)
  | Attr a v c => option_map (fun y => Attr a y c) (f v)
  | Rel r u v => match f u, f v with Some y, Some z => Some (Rel r y z) | _, _ => None end
  end.

Lemma image_by_eq phi f t : (forall x, f x = app phi x) -> image_by f t = image phi t.
Proof. intros E. destruct t; simpl; rewrite ?E; reflexivity. Qed.

Definition equal_value (rule : duplicates) (copiesA copiesB : LM.t Z) (L : list triple)
    (f : nat -> option nat) : Z :=
  tsum (fun t =>
    match image_by f t with
    | Some u => let b := number_of u copiesB in if b =? 0 then 0 else binary_copies rule (number_of t copiesA) b
    | None => 0
    end) L.

Lemma equal_value_eq rule A B phi f :
  positive A -> positive B -> (forall x, f x = app phi x) ->
  equal_value rule (snd (gather triple_key A)) (snd (gather triple_key B)) (nodup triple_eq_dec (expand A)) f
  = Z.of_nat (score_copies rule (expand A) (expand B) phi).
Proof.
  intros PA PB E. unfold equal_value, score_copies. rewrite tsum_eq. induction (nodup triple_eq_dec (expand A)) as [|t l IH]; [reflexivity|].
  cbn [zsum map list_sum fold_right]. rewrite IH, Nat2Z.inj_add. f_equal.
  rewrite (image_by_eq phi f t E). destruct (image phi t) as [u|]; [|reflexivity].
  cbv zeta. rewrite !number_of_count, binary_copies_eq by assumption.
  unfold tin. destruct (in_dec triple_eq_dec u (expand B)) as [H|H].
  - apply (count_occ_In triple_eq_dec) in H. destruct (Z.eqb_spec (Z.of_nat (count_occ triple_eq_dec (expand B) u)) 0); lia.
  - apply (count_occ_not_In triple_eq_dec) in H. rewrite H. reflexivity.
Qed.

Definition graded_value (gs : grades) (A B : list (triple * Z)) (f : nat -> option nat) : Z :=
  match gs with
  | [] => 0
  | _ =>
      let by_values := grade_map gs in
      let by_slot := index slot_key (lone_of B) in
      tsum (fun t =>
        match parts t with
        | Some (r, v, x) =>
            match f v with
            | Some w =>
                tsum (fun t' =>
                  match parts t' with
                  | Some (_, _, y) =>
                      if Nat.eqb x y then 0
                      else match LM.find (grade_key (r, x, y)) by_values with Some g => g | None => 0 end
                  | None => 0
                  end) (get (w :: role_key r) by_slot)
            | None => 0
            end
        | None => 0
        end) (lone_of A)
  end.

Lemma graded_gain_nil A B phi : graded_gain (listed_similarity []) A B phi = 0.
Proof.
  unfold graded_gain. apply zsum_zero. intros t _. apply zsum_zero. intros t' _. unfold grade.
  destruct (resemblance t t') as [(p & (r & x) & y)|]; [|reflexivity]. destruct (aligns phi p); reflexivity.
Qed.

Lemma graded_value_eq gs A B phi f :
  positive A -> positive B -> (forall x, f x = app phi x) ->
  graded_value gs A B f = graded_gain (listed_similarity gs) (expand A) (expand B) phi.
Proof.
  intros PA PB E. destruct gs as [|g gs]; [symmetry; apply graded_gain_nil|].
  unfold graded_value. set (all := g :: gs). cbv zeta. unfold graded_gain. rewrite tsum_eq, !lone_of_eq by assumption.
  apply zsum_ext. intros t _. unfold grade, resemblance, aligns.
  destruct (parts t) as [((r & v) & x)|] eqn:Pt; [|symmetry; apply zsum_0].
  rewrite E. destruct (app phi v) as [w|] eqn:Av.
  - rewrite tsum_eq, get_index. apply zsum_filter_eq; intros t' _ K.
    + apply key_is_iff in K. unfold slot_key in K.
      destruct (parts t') as [((s & w') & y)|] eqn:Pt'; [|discriminate].
      injection K as -> K. apply role_key_inj in K. subst s.
      destruct (role_dec r r) as [_|Ne]; [|tauto]. destruct (Nat.eqb_spec x y) as [->|_]; [reflexivity|].
      cbn [fst snd]. rewrite Av, Nat.eqb_refl. unfold listed_similarity. rewrite grade_map_ok. reflexivity.
    + destruct (parts t') as [((s & w') & y)|] eqn:Pt'; [|reflexivity].
      destruct (role_dec r s) as [->|Nr]; [|reflexivity]. destruct (Nat.eqb x y); [reflexivity|].
      cbn [fst snd]. rewrite Av. destruct (Nat.eqb_spec w w') as [->|_]; [|reflexivity].
      exfalso. apply not_true_iff_false in K. apply K, key_is_iff. unfold slot_key. rewrite Pt'. reflexivity.
  - symmetry. apply zsum_zero. intros t' _. destruct (parts t') as [((s & w') & y)|]; [|reflexivity].
    destruct (role_dec r s); [|reflexivity]. destruct (Nat.eqb x y); [reflexivity|]. cbn [fst]. rewrite Av. reflexivity.
Qed.

(** ** U and W *)

Definition own_entries (N : Z) (ms : list (need * Z)) : list ((nat * nat) * Z) :=
  tflat_map (fun e => match fst e with Never => [] | One p => [(p, N * snd e)] | Two p q => [(p, 0); (q, 0)] end) ms.

Definition couple_entries (N : Z) (ms : list (need * Z)) : list (((nat * nat) * (nat * nat)) * Z) :=
  tflat_map (fun e => match fst e with Two p q => [((p, q), N * snd e)] | _ => [] end) ms.

Lemma total_of_app {T} (key : T -> Key.t) k l l' : total_of key k (l ++ l') = total_of key k l + total_of key k l'.
Proof. apply zsum_app. Qed.

Lemma own_total N ms p : total_of pkey (pkey p) (own_entries N ms) = N * Uof ms p.
Proof.
  unfold total_of, own_entries, Uof. rewrite tflat_map_eq, zsum_flat_map, <- zsum_mul. apply zsum_ext. intros [w x] _.
  destruct w as [|q|q r]; cbn [zsum fst snd owns].
  - lia.
  - destruct (Key.eq_dec (pkey q) (pkey p)) as [E|E], (pair_dec q p) as [E'|E']; try lia.
    + apply pkey_inj in E. contradiction.
    + rewrite E' in E. tauto.
  - destruct (Key.eq_dec _ _), (Key.eq_dec _ _); lia.
Qed.

Lemma graded_total ms p : total_of pkey (pkey p) ms = Gof ms p.
Proof.
  apply zsum_ext. intros [q x] _. cbn [fst snd].
  destruct (Key.eq_dec (pkey q) (pkey p)) as [E|E], (pair_dec q p) as [E'|E']; try reflexivity.
  - apply pkey_inj in E. contradiction.
  - rewrite E' in E. tauto.
Qed.

Lemma couple_total N ms p q :
  (forall a b x, In (Two a b, x) ms -> fst a <> fst b) -> fst p <> fst q ->
  total_of couple_key (couple_key (p, q)) (couple_entries N ms) = N * Wof ms p q.
Proof.
  intros Rows Ne. unfold total_of, couple_entries, Wof. rewrite tflat_map_eq, zsum_flat_map, <- zsum_mul. apply zsum_ext.
  intros [w x] H. destruct w as [|a|a b]; [simpl; lia | simpl; lia|].
  cbn [zsum fst snd joins]. specialize (Rows a b x H).
  destruct (Key.eq_dec (couple_key (a, b)) (couple_key (p, q))) as [E|E].
  - apply couple_key_inj in E. destruct E as [E|E]; injection E as -> ->;
      destruct (pair_dec p p), (pair_dec q q), (pair_dec p q), (pair_dec q p); try tauto; try congruence; lia.
  - assert (N1 : ~ (a = p /\ b = q)) by (intros [-> ->]; tauto).
    assert (N2 : ~ (b = p /\ a = q)) by (intros [-> ->]; apply E, couple_key_sym; auto).
    destruct (pair_dec a p), (pair_dec b q), (pair_dec b p), (pair_dec a q); try tauto; lia.
Qed.

Lemma needs_rows t t' p q : needs t t' = Two p q -> fst p <> fst q.
Proof.
  destruct t as [v c|a v c|r u v], t' as [y d|b y d|s y z]; simpl; try discriminate.
  - destruct (Nat.eqb c d); discriminate.
  - destruct (Nat.eqb a b && Nat.eqb c d); discriminate.
  - destruct (Nat.eqb r s && _); [|discriminate].
    destruct (Nat.eqb_spec u v); [discriminate|]. injection 1 as <- <-. simpl. congruence.
Qed.

(** ** The claim *)

Record claim := {
  aligned : align;
  attained : Z;
  step : Z;
  at_most : Z;
  by_counting : bool;                (* the proof is ["count"]; otherwise its nodes *)
  streamed : bool;                   (* each node may take all the work that there is *)
  optima : option (Z * list align);  (* of a claim about all optima, M and the other alignments *)
  nodes : nat -> outcome (list proof_node) }.   (* by the number of rows *)

Record question := {
  rule : duplicates;
  unit : Z;                          (* what a match of equal triples is worth *)
  similar : grades;
  listed_left : list (triple * Z);   (* each triple with its weight, or several times *)
  listed_right : list (triple * Z);
  left_size : nat;                   (* how many variables *)
  right_size : nat }.

(** The triples of both graphs with all copies: what the question is about. *)
Definition left (q : question) : list triple := expand (listed_left q).
Definition right (q : question) : list triple := expand (listed_right q).

Definition limits := (Z * Z)%type.   (* how many weights there may be, and how many looks a proof may take *)

(** How many matches there are, before any is computed. *)
Definition count_matches (L R : list triple) : Z :=
  let by_label := index label R in tsum (fun t => tlength (get (label t) by_label)) L.

Definition value_key (t : triple) : Key.t := match parts t with Some (r, _, x) => x :: role_key r | None => [] end.

Definition count_resembling (gs : grades) (A B : list (triple * Z)) : Z :=
  match gs with
  | [] => 0
  | _ =>
      let lefts := index value_key (lone_of A) in
      let rights := index value_key (lone_of B) in
      tsum (fun e => let '((r, x, y), _) := e in
        tlength (get (x :: role_key r) lefts) * tlength (get (y :: role_key r) rights)) gs
  end.

(** The links that all optima have, and those that only some have, where a claim is about that. *)
Record shares := { forced_links : list (nat * nat); open_links : list (nat * nat) }.

Definition no_shares : shares := {| forced_links := []; open_links := [] |}.

(** How many weights there are: a pair without a weight of its own is listed with 0. *)
Definition weight_count (unary : own_weights) (binary : couple_weights) : Z :=
  tsum (fun e => if snd e =? 0 then 0 else 1) unary + tlength binary.

(** [test] holds of each alignment. *)
Fixpoint each_holds (test : align -> outcome Datatypes.unit) (l : list align) : outcome Datatypes.unit :=
  match l with
  | [] => Ok tt
  | phi :: rest => match test phi with Ok _ => each_holds test rest | No node why => No node why end
  end.

(** The plan of a walk that proves that no alignment is worth more than [bound]. *)
Definition plan_of (l : limits) (q : question) (c : claim) (rows : nat) (bound : Z) (unary : own_weights)
    (binary : couple_weights) : plan := {|
  plan_rows := rows;
  plan_columns := right_size q;
  to_prove := bound;
  plan_step := step c;
  looks := snd l;
  renews := streamed c;
  most := fst l;
  plan_unary := unary;
  plan_binary := binary |}.

Section Followed.

(** What is made of the plan of the walk, and of what holds then of all optima. *)
Context {T : Type}.
Variable go : plan -> shares -> outcome T.

(** That no alignment is worth more than [at_most]; [holds] tests that an alignment is one-to-one and has the value of the
    claim. *)
Definition follow_all (l : limits) (q : question) (c : claim) (holds : align -> outcome Datatypes.unit)
    (unary : own_weights) (binary : couple_weights) : outcome T :=
  match optima c with
  | None => go (plan_of l q c (left_size q) (at_most c) unary binary) no_shares
  | Some (M, others) =>
      demand (attained c =? at_most c) "optima: the bound is not what the alignment is worth"
      (demand (1 <=? M) "optima: the scale is 0"
      (demand (3 * weight_count unary binary * tlength others <=? snd l) "more work than the limit allows"
      (bind (each_holds holds others) (fun _ =>
       let sets := tmap (fun phi => set_of (links unary binary phi)) (aligned c :: others) in
       let every := shared unary sets in
       let '(rows, unary', binary', constant) := asked (left_size q) (right_size q) M sets unary binary in
       let bound := M * attained c - tlength every + constant in
       demand (weight_count unary' binary' <=? fst l) "more weights to look at than the limit allows"
       (demand (bound mod step c =? 0) "the step does not divide the bound of all optima"
       (go (plan_of l q c rows bound unary' binary')
          {| forced_links := every; open_links := arbitrary unary sets |}))))))
  end.

(** U and W of a question, and the test of its proof. *)
Definition weigh_and_follow (l : limits) (q : question) (c : claim) (holds : align -> outcome Datatypes.unit)
    (copiesA copiesB : LM.t Z) (L R : list triple) : outcome T :=
  let number := count_matches L R + count_resembling (similar q) (listed_left q) (listed_right q) in
  demand (number <=? fst l) "more weights to look at than the limit allows"
  (let ms := all_matches (rule q) copiesA copiesB L R in
   let graded := all_resembling (similar q) (listed_left q) (listed_right q) in
   follow_all l q c holds (totals pkey (tapp (own_entries (unit q) ms) graded))
     (totals couple_key (couple_entries (unit q) ms))).

End Followed.

(** The walk through the nodes of the claim. *)
Definition walk_all (c : claim) (p : plan) (s : shares) : outcome shares :=
  bind (nodes c (plan_rows p)) (fun nodes => bind (walk p nodes) (fun _ => Ok s)).

(** How many triples count, of the left and of the right graph. *)
Definition sizes (q : question) : Z * Z := (Z.of_nat (size (rule q) (left q)), Z.of_nat (size (rule q) (right q))).

Definition fast_size (r : duplicates) (all : list (triple * Z)) (different : list triple) : Z :=
  match r with dup_set => tlength different | _ => tsum snd all end.

(** Each triple is about variables that there are, and has one copy at least. *)
Definition in_order (size : nat) (w : list (triple * Z)) : bool :=
  forallb (fun e => below size (fst e) && (1 <=? snd e)) w.

Lemma in_order_ok size w : in_order size w = true -> positive w /\ forallb (below size) (expand w) = true.
Proof.
  unfold in_order. rewrite !forallb_forall. intros All.
  assert (P : positive w).
  { intros e He. specialize (All e He). apply andb_true_iff in All. apply Z.leb_le, All. }
  split; [exact P|]. intros t Ht. apply (expand_in w t P), in_map_iff in Ht. destruct Ht as (e & <- & He).
  specialize (All e He). apply andb_true_iff in All. apply All.
Qed.

(** Whether the proof is ["count"]: it says nothing of all optima. *)
Definition counted (c : claim) : bool := match optima c with Some _ => false | None => by_counting c end.

(** That an alignment is one-to-one and has the value of the claim. *)
Definition attains (q : question) (c : claim) (copiesA copiesB : LM.t Z) (L : list triple) (phi : align) :
    outcome Datatypes.unit :=
  bind (found (build (left_size q) phi)
     "(C1) the alignment uses a left variable twice, or one that is out of range") (fun partners =>
  (bind (found (build (right_size q) (tmap (fun p => (snd p, fst p)) phi))
     "(C1) the alignment uses a right variable twice, or one that is out of range") (fun _ =>
  (let f := fun x => NM.find x partners in
   demand (unit q * equal_value (rule q) copiesA copiesB L f + graded_value (similar q) (listed_left q) (listed_right q) f
           =? attained c) "(C2) the alignment is not worth what is claimed" (Ok tt))))).

(** The same claim with other nodes. *)
Definition with_nodes (c : claim) (ns : nat -> outcome (list proof_node)) : claim := {|
  aligned := aligned c; attained := attained c; step := step c; at_most := at_most c; by_counting := by_counting c;
  streamed := streamed c; optima := optima c; nodes := ns |}.

(** All tests of a claim but the walk: the sizes, and what [go] makes of the plan of the walk; or [count] of a proof that
    counts. *)
Definition judge_by {T} (count : shares -> outcome T) (go : plan -> shares -> outcome T) (l : limits) (q : question)
    (c : claim) : outcome ((Z * Z) * T) :=
  let countedA := gather triple_key (listed_left q) in
  let countedB := gather triple_key (listed_right q) in
  let copiesA := snd countedA in
  let copiesB := snd countedB in
  let L := fst countedA in
  let R := fst countedB in
  let sizeL := fast_size (rule q) (listed_left q) L in
  let sizeR := fast_size (rule q) (listed_right q) R in
  let holds := attains q c copiesA copiesB L in
  demand (in_order (left_size q) (listed_left q) && in_order (right_size q) (listed_right q))
    "a variable is out of range, or a weight is 0"
  (demand (graded_ok (unit q) (similar q) && grades_distinct (similar q))
     "similarity: not from 1 to the denominator, of two equal values, or given twice"
  (bind (holds (aligned c)) (fun _ =>
  (demand ((1 <=? step c) && match optima c with Some _ => true | None => at_most c mod step c =? 0 end)
     "the step is 0 or does not divide the bound"
  (bind (if counted c
         then demand (match rule q with dup_product => false | _ => true end)
                "the rule is product: a triple may match more than once"
              (demand (unit q * Z.min sizeL sizeR <=? at_most c) "(count) fails" (count no_shares))
         else weigh_and_follow go l q c holds copiesA copiesB L R) (fun answer =>
   Ok ((sizeL, sizeR), answer))))))).

Definition judge (l : limits) (q : question) (c : claim) : outcome ((Z * Z) * shares) := judge_by Ok (walk_all c) l q c.

(** The same without the walk: its plan, for somebody who walks node by node. *)
Definition judge_plan : limits -> question -> claim -> outcome ((Z * Z) * (plan * shares)) :=
  judge_by (fun _ => No None "proof: not a list of nodes") (fun p s => Ok (p, s)).

Lemma judge_plan_fits l q c sz p s :
  judge_plan l q c = Ok (sz, (p, s)) -> plan_columns p = right_size q /\ renews p = streamed c.
Proof.
  intros E. unfold judge_plan, judge_by in E. cbv zeta in E.
  repeat match type of E with
  | (if ?b then _ else _) = _ => destruct b; [|discriminate]
  | bind (attains ?q ?c ?x ?y ?z ?phi) _ = _ => destruct (attains q c x y z phi); [cbn [bind] in E|discriminate]
  end.
  destruct (counted c).
  { destruct (match rule q with dup_product => false | _ => true end); [|discriminate].
    destruct (_ <=? at_most c); discriminate. }
  apply bind_ok in E. destruct E as ([p' s'] & E & Same). injection Same as _ -> ->.
  unfold weigh_and_follow in E. cbv zeta in E. apply demand_ok in E. destruct E as [_ E].
  unfold follow_all in E. destruct (optima c) as [[M others]|]; [|injection E as <- _; split; reflexivity].
  repeat match type of E with (if ?b then _ else _) = _ => destruct b; [|discriminate] end.
  apply bind_ok in E. destruct E as (u & _ & E). cbv zeta in E.
  destruct (asked _ _ _ _ _ _) as [[[rows unary'] binary'] constant].
  repeat match type of E with (if ?b then _ else _) = _ => destruct b; [|discriminate] end.
  injection E as <- _. split; reflexivity.
Qed.

Theorem judge_plan_ok l q c sz p s ns :
  judge_plan l q c = Ok (sz, (p, s)) -> nodes c (plan_rows p) = Ok ns -> walk p ns = Ok tt -> judge l q c = Ok (sz, s).
Proof.
  intros E N Wk. unfold judge_plan, judge_by in E. unfold judge, judge_by. cbv zeta in *.
  repeat match type of E with
  | (if ?b then _ else _) = _ => destruct b; [|discriminate]
  | bind (attains ?q ?c ?x ?y ?z ?phi) _ = _ => destruct (attains q c x y z phi) as [own|]; [cbn [bind] in E |- *|discriminate]
  end.
  destruct (counted c).
  { destruct (match rule q with dup_product => false | _ => true end); [|discriminate].
    destruct (_ <=? at_most c); discriminate. }
  apply bind_ok in E. destruct E as ([p' s'] & E & Same). injection Same as Sz -> ->.
  assert (Go : walk_all c p s = Ok s) by (unfold walk_all; rewrite N; cbn [bind]; rewrite Wk; reflexivity).
  apply bind_intro with (x := s); [|rewrite Sz; reflexivity].
  unfold weigh_and_follow in *. cbv zeta in *. apply demand_ok in E. destruct E as [Enough E]. rewrite Enough.
  unfold follow_all in *. destruct (optima c) as [[M others]|]; [|injection E as <- <-; exact Go].
  repeat match type of E with (if ?b then _ else _) = _ => destruct b; [|discriminate] end.
  apply bind_ok in E. destruct E as (u & Each & E). rewrite Each. cbn [bind]. cbv zeta in *.
  destruct (asked _ _ _ _ _ _) as [[[rows unary'] binary'] constant].
  repeat match type of E with (if ?b then _ else _) = _ => destruct b; [|discriminate] end.
  injection E as <- <-. exact Go.
Qed.



(** ** Soundness *)

(** What a question asks for: the score of an alignment, in units of 1 over the denominator. *)
Definition score_of (q : question) (phi : align) : Z :=
  graded_score (rule q) (listed_similarity (similar q)) (unit q) (left q) (right q) phi.

Lemma total_key_in {T} (key : T -> Key.t) k l : total_of key k l <> 0 -> exists e, In e l /\ key (fst e) = k.
Proof.
  intros Ne. destruct (existsb (fun e => key_is key k (fst e)) l) eqn:E.
  - apply existsb_exists in E. destruct E as (e & He & K). apply key_is_iff in K. eauto.
  - exfalso. apply Ne. apply zsum_zero. intros e He. destruct (Key.eq_dec (key (fst e)) k) as [K|_]; [|reflexivity].
    exfalso. apply not_true_iff_false in E. apply E, existsb_exists. exists e. split; [exact He | apply key_is_iff, K].
Qed.

(** The lists that the program computes are U and W of the question, whose score is their value. *)
Lemma question_weighs q :
  positive (listed_left q) -> positive (listed_right q) ->
  forallb (below (left_size q)) (left q) = true -> forallb (below (right_size q)) (right q) = true ->
  1 <= unit q -> (forall r x y, 0 <= listed_similarity (similar q) r x y) ->
  let ms := all_matches (rule q) (snd (gather triple_key (listed_left q))) (snd (gather triple_key (listed_right q)))
              (nodup triple_eq_dec (left q)) (nodup triple_eq_dec (right q)) in
  let graded := all_resembling (similar q) (listed_left q) (listed_right q) in
  let unary := totals pkey (tapp (own_entries (unit q) ms) graded) in
  let binary := totals couple_key (couple_entries (unit q) ms) in
  NoDup (map fst unary) /\
  exists U W, weigh (left_size q) (right_size q) U W unary binary /\ (forall p, 0 <= U p) /\
    forall phi, pinj phi -> score_of q phi = value U W phi.
Proof.
  intros PA PB HA HB Unit Range. cbv zeta. split; [apply totals_once|]. rewrite tapp_eq.
  rewrite all_matches_eq, all_resembling_eq by assumption. fold (left q) (right q).
  set (worth := fun t u => copies (rule q) (count_occ triple_eq_dec (left q) t) (count_occ triple_eq_dec (right q) u)).
  set (L := nodup triple_eq_dec (left q)). set (R := nodup triple_eq_dec (right q)).
  set (ms := matches L R worth). set (graded := graded_matches (similar q) (left q) (right q)).
  set (N := unit q) in *.
  set (unary := totals pkey (own_entries N ms ++ graded)).
  set (binary := totals couple_key (couple_entries N ms)).
  set (U := fun x => N * Uof ms x + Gof graded x). set (W := fun x y => N * Wof ms x y).
  set (P := map fst unary).
  rewrite forallb_forall in HA, HB.
  assert (Score : forall f, pinj f -> score_of q f = value U W f).
  { intros f PI. unfold score_of, graded_score, U, W.
    rewrite value_graded, score_copies_gain, gain_value by exact PI.
    rewrite graded_gain_value by exact PI. reflexivity. }
  assert (Rows : forall a b x, In (Two a b, x) ms -> fst a <> fst b).
  { intros a b x H. apply in_matches in H. destruct H as (_ & t & t' & _ & _ & Nt & _).
    apply (needs_rows t t'). auto. }
  assert (UnaryU : forall p u, In (p, u) unary -> u = U p).
  { intros p u H. apply totals_in in H. destruct H as [-> _]. rewrite total_of_app, own_total, graded_total. reflexivity. }
  assert (Keys : forall p, In p (candidates ms) \/ In p (map fst graded) -> In p P).
  { assert (All : forall e, In e (own_entries N ms ++ graded) -> In (fst e) P).
    { intros e He. destruct (totals_all pkey _ e He) as (x & Hx & K). apply pkey_inj in K. subst x.
      apply in_map_iff. exists (fst e, total_of pkey (pkey (fst e)) (own_entries N ms ++ graded)). auto. }
    intros p [H|H].
    - apply in_candidates in H. destruct H as (w & x & H & K).
      destruct w as [|a|a b]; simpl in K; [destruct K | |].
      + destruct K as [<-|[]]. apply (All (a, N * x)). apply in_app_iff. left. apply in_tflat_map.
        exists (One a, x). simpl. auto.
      + apply (All (p, 0)). apply in_app_iff. left. apply in_tflat_map.
        exists (Two a b, x). split; [exact H|]. simpl. destruct K as [->|[->|[]]]; auto.
    - apply in_map_iff in H. destruct H as (e & <- & He). apply All, in_app_iff. auto. }
  assert (Inside : forall p, In p P -> (fst p < left_size q)%nat /\ (snd p < right_size q)%nat).
  { intros p H. apply in_map_iff in H. destruct H as ([p' u] & <- & H). cbn [fst]. apply totals_in in H.
    destruct H as [_ H]. rewrite map_app, in_app_iff in H. destruct H as [H|H].
    - apply (candidates_inside L R worth).
      + intros t Ht. apply HA. apply (nodup_In triple_eq_dec), Ht.
      + intros t Ht. apply HB. apply (nodup_In triple_eq_dec), Ht.
      + apply in_map_iff in H. destruct H as (e & <- & H). apply in_tflat_map in H. destruct H as ([w x] & H & K).
        apply in_candidates. exists w, x. split; [exact H|]. destruct w as [|a|a b]; simpl in K |- *.
        * destruct K.
        * destruct K as [<-|[]]. auto.
        * destruct K as [<-|[<-|[]]]; auto.
    - apply (graded_inside (similar q) (left q) (right q)); auto. }
  assert (CoupleW : forall p p' w, In ((p, p'), w) binary -> w = W p p').
  { intros p p' w H. apply totals_in in H. destruct H as [-> H]. apply couple_total; [exact Rows|].
    apply in_map_iff in H. destruct H as ([c' z] & Ec & H). cbn [fst] in Ec. subst c'.
    apply in_tflat_map in H. destruct H as ([w' x] & H & K).
    destruct w' as [|a|a b]; simpl in K; try tauto. destruct K as [K|[]]. injection K as <- <- _.
    apply (Rows a b x H). }
  assert (Symmetric : forall p p', W p p' = W p' p) by (intros p p'; unfold W; rewrite Wof_sym; reflexivity).
  assert (Complete : forall p p', 0 < W p p' ->
    exists w, In ((p, p'), w) binary \/ (In ((p', p), w) binary /\ W p' p = W p p')).
  { intros p p' Pos. assert (K : In (p, p') (couples_of ms)) by (apply couples_of_all; fold ms; unfold W in Pos; nia).
    apply in_flat_map in K. destruct K as ([w x] & H & K). destruct w as [|a|a b]; simpl in K; try tauto.
    assert (He : In ((a, b), N * x) (couple_entries N ms)).
    { apply in_tflat_map. exists (Two a b, x). simpl. auto. }
    destruct (totals_all couple_key _ _ He) as ([r s] & Hr & Ek). apply couple_key_inj in Ek. cbn [fst] in Ek.
    destruct K as [K|[K|[]]]; injection K as -> ->; destruct Ek as [Ek|Ek]; injection Ek as -> ->;
      eexists; first [left; exact Hr | right; split; [exact Hr | apply Symmetric]]. }
  assert (Outside : forall p, ~ In p P -> U p = 0 /\ forall r, W p r = 0 /\ W r p = 0).
  { intros p Out. destruct (candidates_all L R worth p) as [U0 W0]; [intros K; apply Out, Keys; auto|].
    fold ms in U0, W0. unfold U, W. split.
    - rewrite U0. unfold Gof. rewrite zsum_zero; [lia|].
      intros e He. destruct (pair_dec (fst e) p) as [<-|_]; [|reflexivity].
      exfalso. apply Out, Keys. right. apply in_map, He.
    - intros r. destruct (W0 r) as [-> ->]. lia. }
  exists U, W. split; [|split].
  - split; auto.
    + intros p q' Pos. destruct (Complete p q' Pos) as (w & [H|[H _]]); eauto.
    + intros p q'. unfold W. assert (0 <= Wof ms p q') by apply Wof_nonneg. nia.
    + intros p. unfold W. replace (Wof ms p p) with 0; [lia|]. symmetry. apply zsum_zero. intros [w x] H.
      destruct w as [|a|a b]; cbn [fst snd joins]; try lia. specialize (Rows a b x H).
      destruct (pair_dec a p) as [->|_]; [|destruct (pair_dec b p); lia].
      destruct (pair_dec b p) as [->|_]; [tauto | lia].
  - intros p. unfold U. assert (0 <= Uof ms p) by apply Uof_nonneg. assert (0 <= Gof graded p) by apply gof_nonneg, Range. nia.
  - exact Score.
Qed.

(** A pair is a link of an alignment if that is worth less without it. *)
Definition without (p : nat * nat) (phi : align) : align := filter (other p) phi.

Definition link (q : question) (phi : align) (p : nat * nat) : Prop :=
  In p phi /\ score_of q (without p phi) < score_of q phi.

(** An alignment with the best score. *)
Definition optimal (q : question) (phi : align) : Prop :=
  pinj phi /\ forall psi, pinj psi -> score_of q psi <= score_of q phi.

(** Of all optima: what the two lists say of each pair. *)
Definition shares_hold (q : question) (s : shares) : Prop :=
  NoDup (forced_links s) /\ NoDup (open_links s) /\
  (forall p, In p (forced_links s) <-> forall phi, optimal q phi -> link q phi p) /\
  (forall p, In p (open_links s) <->
     (exists phi, optimal q phi /\ link q phi p) /\ (exists phi, optimal q phi /\ ~ link q phi p)).

Lemma each_holds_ok test l : each_holds test l = Ok tt -> forall phi, In phi l -> exists u, test phi = Ok u.
Proof.
  induction l as [|x l IH]; cbn [each_holds In]; [tauto|]. destruct (test x) as [u|] eqn:E; [|discriminate].
  intros H phi [<-|K]; eauto.
Qed.

(** What [every_optimum] says, in words of scores. *)
Lemma shares_sound q U W m n unary binary M first more K :
  weigh m n U W unary binary -> (forall p, 0 <= U p) -> NoDup (map fst unary) ->
  (forall phi, pinj phi -> score_of q phi = value U W phi) ->
  (forall phi, In phi (first :: more) -> pinj phi /\ score_of q phi = K) -> 1 <= M ->
  let sets := map (fun phi => set_of (links unary binary phi)) (first :: more) in
  (forall psi, pinj psi ->
     value (asked_U m U unary binary M first more) (asked_W W unary binary M first more) psi
     <= M * K - Z.of_nat (length (shared unary sets)) + Z.of_nat (length (moved unary sets))) ->
  (forall phi, pinj phi -> score_of q phi <= K) /\
  shares_hold q {| forced_links := shared unary sets; open_links := arbitrary unary sets |}.
Proof.
  intros Weigh Nonneg Once Score Listed Positive sets Bound.
  assert (First : pinj first) by (apply Listed; simpl; auto).
  assert (Values : forall phi, In phi (first :: more) -> pinj phi /\ value U W phi = K).
  { intros phi H. destruct (Listed phi H) as [PI E]. rewrite <- Score by exact PI. auto. }
  pose proof (every_optimum m n U W unary binary Weigh Nonneg Once M Positive first more First K Bound) as All.
  assert (Best : forall phi, pinj phi -> score_of q phi <= K).
  { intros phi PI. rewrite Score by exact PI. apply All, PI. }
  assert (Optimal : forall phi, optimal q phi <-> pinj phi /\ value U W phi = K).
  { intros phi. split.
    - intros [PI H]. split; [exact PI|]. rewrite <- Score by exact PI. apply Z.le_antisymm; [apply Best, PI|].
      destruct (Listed first) as [P1 E1]; [simpl; auto|]. rewrite <- E1. apply H, P1.
    - intros [PI E]. split; [exact PI|]. intros psi P2. rewrite (Score phi PI), E. apply Best, P2. }
  assert (Link : forall phi p, pinj phi -> link q phi p <-> earns U W phi p).
  { intros phi p PI. assert (ND : NoDup phi) by (destruct PI as [ND _]; apply (NoDup_map_inv fst), ND).
    unfold link, without. rewrite (Score phi PI), (Score (filter (other p) phi)) by apply filter_pinj, PI. split.
    - intros [Hp Less]. apply (earns_less m n U W unary binary Weigh Nonneg phi p ND Hp), Less.
    - intros E. assert (Hp : In p phi) by apply E. split; [exact Hp|].
      apply (earns_less m n U W unary binary Weigh Nonneg phi p ND Hp), E. }
  assert (Open : forall p, In p (arbitrary unary sets) ->
    (exists phi, optimal q phi /\ link q phi p) /\ (exists phi, optimal q phi /\ ~ link q phi p)).
  { intros p H. destruct (arbitrary_seen m n U W unary binary Weigh first more p H) as (phi & psi & Hphi & Hpsi & E & N).
    apply Values in Hphi, Hpsi. split; [exists phi | exists psi]; rewrite Optimal; (split; [assumption|]);
      rewrite Link by tauto; assumption. }
  destruct (shared_once unary binary Once first more) as [N1 N2].
  split; [exact Best|]. split; [exact N1 | split; [exact N2|]]. cbn [forced_links open_links]. split; intros p; split.
  - intros H phi O. apply Optimal in O. apply Link, All; tauto.
  - intros H. destruct (Values first) as [_ E1]; [simpl; auto|]. destruct (All first First) as [_ Cover].
    destruct (Cover E1) as [_ Found]. assert (F : earns U W first p) by (apply Link, H, Optimal; auto).
    destruct (Found p F) as [K'|K']; [exact K'|]. exfalso. apply Open in K'. destruct K' as (_ & psi & O & N). apply N, H, O.
  - apply Open.
  - intros [(phi & O & L) (psi & O' & N)]. assert (O2 := O). apply Optimal in O. destruct O as [PI E].
    destruct (All phi PI) as [_ Cover]. destruct (Cover E) as [_ Found]. apply Link in L; [|exact PI].
    destruct (Found p L) as [K'|K']; [|exact K']. exfalso. apply N. apply Optimal in O'. destruct O' as [PI' E'].
    apply Link; [exact PI'|]. destruct (All psi PI') as [_ Cover']. apply Cover'; assumption.
Qed.

Lemma follow_all_sound l q c holds unary binary s U W :
  weigh (left_size q) (right_size q) U W unary binary -> (forall p, 0 <= U p) -> NoDup (map fst unary) ->
  (forall phi, pinj phi -> score_of q phi = value U W phi) ->
  pinj (aligned c) /\ score_of q (aligned c) = attained c ->
  (forall phi u, holds phi = Ok u -> pinj phi /\ score_of q phi = attained c) ->
  1 <= step c -> (optima c = None -> (step c | at_most c)) ->
  follow_all (walk_all c) l q c holds unary binary = Ok s ->
  (forall phi, pinj phi -> score_of q phi <= at_most c) /\
  match optima c with Some _ => attained c = at_most c /\ shares_hold q s | None => s = no_shares end.
Proof.
  intros Weigh Nonneg Once Score Own Holds Step OnBound E. unfold follow_all in E. destruct (optima c) as [[M others]|].
  - apply demand_ok in E. destruct E as [Tight E]. apply Z.eqb_eq in Tight. rewrite <- Tight.
    apply demand_ok in E. destruct E as [Positive E]. apply Z.leb_le in Positive. apply demand_ok in E. destruct E as [_ E].
    apply bind_ok in E. destruct E as (u & Each & E). destruct u. cbv zeta in E. rewrite tmap_eq in E.
    set (sets := map (fun phi => set_of (links unary binary phi)) (aligned c :: others)) in E.
    destruct (asked (left_size q) (right_size q) M sets unary binary) as [[[rows unary'] binary'] constant] eqn:A.
    apply demand_ok in E. destruct E as [_ E]. apply demand_ok in E. destruct E as [OnAsked E]. apply Z.eqb_eq in OnAsked.
    unfold walk_all in E.
    apply bind_ok in E. destruct E as (ns & _ & E). apply bind_ok in E. destruct E as (u & Walk & E). destruct u. injection E as <-.
    assert (Listed : forall phi, In phi (aligned c :: others) -> pinj phi /\ score_of q phi = attained c).
    { intros phi [<-|H]; [exact Own|]. destruct (each_holds_ok _ _ Each phi H) as (u & Hu). eapply Holds, Hu. }
    assert (constant = tlength (moved unary sets)) as -> by (unfold asked in A; congruence).
    rewrite !tlength_eq in *.
    destruct (shares_sound q U W (left_size q) (right_size q) unary binary M (aligned c) others (attained c)) as [Best Shares];
      auto.
    eapply (walk_sound (plan_of l q c rows _ unary' binary'));
      [|exact Walk | exact Step | apply Z.mod_divide; [cbn [plan_of plan_step]; lia | exact OnAsked] | ].
    + eapply asked_weigh; [exact Weigh | exact Positive | exact A].
    + intros p. eapply asked_U_nonneg; eassumption.
  - unfold walk_all in E. split; [|apply bind_ok in E; destruct E as (ns & _ & E); apply bind_ok in E; destruct E as (u & _ & E); congruence].
    apply bind_ok in E. destruct E as (ns & _ & E). apply bind_ok in E. destruct E as (u & Walk & _). destruct u.
    intros phi PI. rewrite Score by exact PI. apply (walk_sound (plan_of l q c (left_size q) (at_most c) unary binary) U W ns); auto.
Qed.

Lemma fast_size_eq r w : positive w -> fast_size r w (nodup triple_eq_dec (expand w)) = Z.of_nat (size r (expand w)).
Proof. intros P. destruct r; cbn [fast_size size]; rewrite ?tlength_eq, ?tsum_eq, ?expand_length by exact P; reflexivity. Qed.

(** What [judge] accepts is true: the alignment has the score it claims, no alignment has more than the bound, these are
    the sizes of the graphs, and these are the links that all optima share, if the claim is about that. *)
Theorem judge_sound l q c sz s :
  judge l q c = Ok (sz, s) ->
  sz = sizes q /\ pinj (aligned c) /\ score_of q (aligned c) = attained c /\
  (forall phi, pinj phi -> score_of q phi <= at_most c) /\
  1 <= unit q /\ (rule q <> dup_product ->
    0 <= attained c <= unit q * fst sz /\ attained c <= unit q * snd sz) /\
  match optima c with Some _ => attained c = at_most c /\ shares_hold q s | None => s = no_shares end.
Proof.
  unfold judge, judge_by. cbv zeta.
  intros E. apply demand_ok in E. destruct E as [Order E]. apply andb_true_iff in Order. destruct Order as [OA OB].
  apply in_order_ok in OA, OB. destruct OA as [PA HA], OB as [PB HB].
  rewrite !gather_expand, !fast_size_eq in E by assumption. fold (left q) (right q) in HA, HB, E.
  apply demand_ok in E. destruct E as [Form E]. apply andb_true_iff in Form. destruct Form as [Form _].
  destruct (graded_range _ _ Form) as [Unit Range].
  set (holds := attains q c (snd (gather triple_key (listed_left q))) (snd (gather triple_key (listed_right q)))
                  (nodup triple_eq_dec (left q))) in E.
  assert (Holds : forall phi u, holds phi = Ok u -> pinj phi /\ score_of q phi = attained c).
  { intros phi u H. unfold holds, attains in H.
    apply bind_ok in H. destruct H as (partners & B1 & H). apply found_ok, build_ok in B1. destruct B1 as (ND1 & _ & Find).
    apply bind_ok in H. destruct H as (back & B2 & H). apply found_ok, build_ok in B2. destruct B2 as (ND2 & _ & _).
    rewrite tmap_eq, map_map in ND2. assert (PI : pinj phi) by (split; assumption). split; [exact PI|].
    cbv zeta in H. apply demand_ok in H. destruct H as [Worth _]. apply Z.eqb_eq in Worth.
    assert (F : forall x, NM.find x partners = app phi x) by (intros x; rewrite app_assoc_list; apply Find).
    unfold left at 1 in Worth. rewrite (equal_value_eq _ _ _ phi) in Worth by assumption.
    rewrite (graded_value_eq _ _ _ phi) in Worth by assumption. exact Worth. }
  apply bind_ok in E. destruct E as (u & Own & E). apply Holds in Own. destruct Own as [PI Worth].
  apply demand_ok in E. destruct E as [Step E]. rewrite andb_true_iff, Z.leb_le in Step. destruct Step as [Step OnBound].
  apply bind_ok in E. destruct E as (shares & Proof' & E). injection E as <- <-.
  assert (Both : (forall phi, pinj phi -> score_of q phi <= at_most c) /\
    match optima c with Some _ => attained c = at_most c /\ shares_hold q shares | None => shares = no_shares end).
  { destruct (counted c) eqn:Counted.
    - unfold counted in Counted. destruct (optima c) as [o|]; [discriminate|].
      apply demand_ok in Proof'. destruct Proof' as [Rule Proof']. apply demand_ok in Proof'. destruct Proof' as [Count E].
      apply Z.leb_le in Count. assert (Product : rule q <> dup_product) by (intros K; rewrite K in Rule; discriminate).
      split; [|congruence]. intros phi PF. eapply Z.le_trans; [|exact Count].
      destruct (Z.min_dec (Z.of_nat (size (rule q) (left q))) (Z.of_nat (size (rule q) (right q)))) as [->| ->].
      + apply graded_precision; assumption.
      + apply graded_recall; assumption.
    - unfold weigh_and_follow in Proof'. cbv zeta in Proof'. apply demand_ok in Proof'. destruct Proof' as [_ Proof'].
      destruct (question_weighs q PA PB HA HB Unit) as [Once (U & W & Weigh & Nonneg & Score)]; [intros; apply Range|].
      eapply follow_all_sound; eauto. intros None'. rewrite None' in OnBound. apply Z.eqb_eq in OnBound.
      apply Z.mod_divide; [lia | exact OnBound]. }
  destruct Both as [Best Shares].
  split; [reflexivity | split; [exact PI | split; [exact Worth | split; [exact Best | split; [exact Unit | split; [|exact Shares]]]]]].
  intros Product. cbn [fst snd]. rewrite <- Worth. split; [split|].
  - eapply Z.le_trans; [|apply graded_score_above; apply Range]. nia.
  - apply graded_precision; assumption.
  - apply graded_recall; assumption.
Qed.
