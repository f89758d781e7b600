(** * The checker that runs

    [judge] checks what a certificate claims of two lists of triples, as [check_copies], [check_graded] and [check_count]
    do, with maps instead of list scans: it is what the program smatchproof-checker is extracted from.  [judge_sound] says
    that what it accepts is true.

    Equal labels find each other through an [index] of the right graph; then U is [unary], W is [binary], and the proof
    is followed by Walk.v. *)

From Coq Require Import Arith Lia Bool List Permutation ZArith.
From Coq Require String.
Import String.StringSyntax.
From SmatchProof Require Import Smatch Sums Certificate Graded Maps Walk.
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

(** How many copies of a triple a list has. *)
Definition number_of (t : triple) (copies : LM.t (list triple)) : nat := length (get (triple_key t) copies).

Lemma number_of_count A t : number_of t (index triple_key A) = count_occ triple_eq_dec A t.
Proof.
  unfold number_of. rewrite get_index. induction A as [|x A IH]; [reflexivity|].
  cbn [filter count_occ]. unfold key_is at 1. destruct (triple_eq_dec x t) as [->|Ne].
  - destruct (Key.eq_dec _ _) as [_|K]; [|tauto]. cbn [length]. rewrite IH. reflexivity.
  - destruct (Key.eq_dec _ _) as [K|_]; [apply triple_key_inj in K; contradiction | exact IH].
Qed.

(** [matches], with the right triples of each label at hand. *)
Definition all_matches (rule : duplicates) (copiesA copiesB : LM.t (list triple)) (L R : list triple) : list (need * Z) :=
  let by_label := index label R in
  flat_map (fun t =>
    let a := number_of t copiesA in
    flat_map (fun t' =>
      match needs t t' with Never => [] | w => [(w, Z.of_nat (copies rule a (number_of t' copiesB)))] end)
      (get (label t) by_label)) L.

Lemma all_matches_eq rule A B L R :
  all_matches rule (index triple_key A) (index triple_key B) L R
  = matches L R (fun t u => copies rule (count_occ triple_eq_dec A t) (count_occ triple_eq_dec B u)).
Proof.
  unfold all_matches, matches. apply flat_map_ext. intros t. rewrite flat_map_get.
  - apply flat_map_ext. intros t'. rewrite !number_of_count. reflexivity.
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

(** [lone], with the triples of each slot at hand. *)
Definition lone_of (A : list triple) : list triple :=
  let slots := index slot_key A in
  filter (fun t => match parts t with Some _ => Nat.eqb (length (get (slot_key t) slots)) 1 | None => false end) A.

Lemma lone_of_eq A : lone_of A = lone A.
Proof.
  unfold lone_of, lone. apply filter_ext. intros t. unfold alone. rewrite get_index.
  destruct (parts t) as [x|] eqn:E.
  - f_equal. f_equal. apply filter_ext. intros t'. symmetry. apply same_slot_key. congruence.
  - symmetry. apply Nat.eqb_neq. replace (filter (same_slot t) A) with (@nil triple); [discriminate|].
    symmetry. induction A as [|y A IH]; [reflexivity|]. simpl. unfold same_slot at 1. rewrite E. exact IH.
Qed.

Definition role_of (t : triple) : Key.t := match parts t with Some (r, _, _) => role_key r | None => [] end.

(** ** Similarities *)

Definition grade_key (k : key) : Key.t := let '((r, x), y) := k in x :: y :: role_key r.

Lemma grade_key_inj k l : grade_key k = grade_key l -> k = l.
Proof.
  destruct k as [[r x] y], l as [[s z] w]. simpl. intros E. injection E as -> -> E. apply role_key_inj in E. congruence.
Qed.

Fixpoint grade_map (gs : grades) : LM.t Z :=
  match gs with
  | [] => LM.empty Z
  | (k, g) :: rest => LM.add (grade_key k) g (grade_map rest)
  end.

Lemma grade_map_ok gs k : LM.find (grade_key k) (grade_map gs) = lookup gs k.
Proof.
  induction gs as [|[l g] gs IH]; cbn [grade_map lookup].
  - apply LF.empty_o.
  - rewrite LM_add. destruct (Key.eq_dec (grade_key l) (grade_key k)) as [E|E], (key_dec l k) as [K|K];
      [reflexivity | apply grade_key_inj in E; contradiction | subst; tauto | exact IH].
Qed.

(** Each two values once. *)
Definition grades_distinct (gs : grades) : bool :=
  Nat.eqb (length (fst (dedup (fun e : key * Z => grade_key (fst e)) gs))) (length gs).

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
Definition all_resembling (gs : grades) (A B : list triple) : list ((nat * nat) * Z) :=
  match gs with
  | [] => []
  | _ =>
      let by_values := grade_map gs in
      let by_role := index role_of (lone_of B) in
      flat_map (fun t => flat_map (resembling by_values t) (get (role_of t) by_role)) (lone_of A)
  end.

Lemma resemblance_role t t' : role_of t' <> role_of t -> resemblance t t' = None.
Proof.
  unfold role_of, resemblance. destruct (parts t) as [((r & v) & x)|]; [|reflexivity].
  destruct (parts t') as [((s & w) & y)|]; [|reflexivity].
  destruct (role_dec r s) as [->|_]; [tauto | reflexivity].
Qed.

Lemma all_resembling_eq gs A B : all_resembling gs A B = graded_matches gs A B.
Proof.
  assert (E : flat_map (fun t => flat_map (resembling (grade_map gs) t) (get (role_of t) (index role_of (lone_of B))))
                (lone_of A) = graded_matches gs A B).
  { unfold graded_matches. rewrite !lone_of_eq. apply flat_map_ext. intros t. rewrite flat_map_get.
    - apply flat_map_ext. intros t'. unfold resembling, graded_match.
      destruct (resemblance t t') as [(p & k)|]; [|reflexivity]. rewrite grade_map_ok. reflexivity.
    - intros t' _ Ne. unfold resembling. rewrite (resemblance_role t t' Ne). reflexivity. }
  destruct gs as [|g gs]; [|exact E]. rewrite <- E. unfold all_resembling.
  symmetry. generalize (lone_of A). intros ts. induction ts as [|t ts IH]; [reflexivity|]. cbn [flat_map]. rewrite IH, app_nil_r.
  generalize (get (role_of t) (index role_of (lone_of B))). intros us. induction us as [|t' us IH']; [reflexivity|].
  cbn [flat_map]. rewrite IH', app_nil_r. unfold resembling.
  destruct (resemblance t t') as [(p & k)|]; [|reflexivity]. cbn [grade_map]. rewrite LF.empty_o. reflexivity.
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

Definition equal_value (rule : duplicates) (copiesA copiesB : LM.t (list triple)) (L : list triple)
    (f : nat -> option nat) : Z :=
  zsum (fun t =>
    match image_by f t with
    | Some u =>
        match number_of u copiesB with
        | O => 0
        | b => Z.of_nat (copies rule (number_of t copiesA) b)
        end
    | None => 0
    end) L.

Lemma equal_value_eq rule A B phi f :
  (forall x, f x = app phi x) ->
  equal_value rule (index triple_key A) (index triple_key B) (nodup triple_eq_dec A) f
  = Z.of_nat (score_copies rule A B phi).
Proof.
  intros E. unfold equal_value, score_copies. induction (nodup triple_eq_dec A) as [|t l IH]; [reflexivity|].
  cbn [zsum map list_sum fold_right]. rewrite IH, Nat2Z.inj_add. f_equal.
  rewrite (image_by_eq phi f t E). destruct (image phi t) as [u|]; [|reflexivity].
  rewrite !number_of_count. unfold tin. destruct (in_dec triple_eq_dec u B) as [H|H].
  - apply (count_occ_In triple_eq_dec) in H. destruct (count_occ triple_eq_dec B u); [lia | reflexivity].
  - apply (count_occ_not_In triple_eq_dec) in H. rewrite H. reflexivity.
Qed.

Definition graded_value (gs : grades) (A B : list triple) (f : nat -> option nat) : Z :=
  match gs with
  | [] => 0
  | _ =>
      let by_values := grade_map gs in
      let by_slot := index slot_key (lone_of B) in
      zsum (fun t =>
        match parts t with
        | Some (r, v, x) =>
            match f v with
            | Some w =>
                zsum (fun t' =>
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
  (forall x, f x = app phi x) -> graded_value gs A B f = graded_gain (listed_similarity gs) A B phi.
Proof.
  intros E. destruct gs as [|g gs]; [symmetry; apply graded_gain_nil|].
  unfold graded_value. set (all := g :: gs). cbv zeta. unfold graded_gain. rewrite !lone_of_eq.
  apply zsum_ext. intros t _. unfold grade, resemblance, aligns.
  destruct (parts t) as [((r & v) & x)|] eqn:Pt; [|symmetry; apply zsum_0].
  rewrite E. destruct (app phi v) as [w|] eqn:Av.
  - rewrite get_index. apply zsum_filter_eq; intros t' _ K.
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

Definition couple_key (c : (nat * nat) * (nat * nat)) : Key.t :=
  let (p, q) := c in if Nat.ltb (fst p) (fst q) then [fst p; snd p; fst q; snd q]%nat else [fst q; snd q; fst p; snd p]%nat.

Lemma couple_key_inj p q r s : couple_key (p, q) = couple_key (r, s) -> (p, q) = (r, s) \/ (q, p) = (r, s).
Proof.
  destruct p as [p1 p2], q as [q1 q2], r as [r1 r2], s as [s1 s2]. unfold couple_key. cbn [fst snd].
  destruct (Nat.ltb p1 q1), (Nat.ltb r1 s1); intros E; injection E as -> -> -> ->; auto.
Qed.

Lemma couple_key_sym p q : fst p <> fst q -> couple_key (p, q) = couple_key (q, p).
Proof.
  intros Ne. unfold couple_key. destruct (Nat.ltb_spec (fst p) (fst q)), (Nat.ltb_spec (fst q) (fst p)); auto; lia.
Qed.

Definition own_entries (N : Z) (ms : list (need * Z)) : list ((nat * nat) * Z) :=
  flat_map (fun e => match fst e with Never => [] | One p => [(p, N * snd e)] | Two p q => [(p, 0); (q, 0)] end) ms.

Definition couple_entries (N : Z) (ms : list (need * Z)) : list (((nat * nat) * (nat * nat)) * Z) :=
  flat_map (fun e => match fst e with Two p q => [((p, q), N * snd e)] | _ => [] end) ms.

Lemma total_of_app {T} (key : T -> Key.t) k l l' : total_of key k (l ++ l') = total_of key k l + total_of key k l'.
Proof. apply zsum_app. Qed.

Lemma own_total N ms p : total_of pkey (pkey p) (own_entries N ms) = N * Uof ms p.
Proof.
  unfold total_of, own_entries, Uof. rewrite zsum_flat_map, <- zsum_mul. apply zsum_ext. intros [w x] _.
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
  intros Rows Ne. unfold total_of, couple_entries, Wof. rewrite zsum_flat_map, <- zsum_mul. apply zsum_ext.
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
  nodes : list proof_node }.

Record question := {
  rule : duplicates;
  unit : Z;                          (* what a match of equal triples is worth *)
  similar : grades;
  left : list triple;
  right : list triple;
  left_size : nat;                   (* how many variables *)
  right_size : nat }.

Definition limits := (Z * Z)%type.   (* how many weights there may be, and how many looks a proof may take *)

(** How many matches there are, before any is computed. *)
Definition count_matches (L R : list triple) : Z :=
  let by_label := index label R in zsum (fun t => Z.of_nat (length (get (label t) by_label))) L.

Definition value_key (t : triple) : Key.t := match parts t with Some (r, _, x) => x :: role_key r | None => [] end.

Definition count_resembling (gs : grades) (A B : list triple) : Z :=
  match gs with
  | [] => 0
  | _ =>
      let lefts := index value_key (lone_of A) in
      let rights := index value_key (lone_of B) in
      zsum (fun e => let '((r, x, y), _) := e in
        Z.of_nat (length (get (x :: role_key r) lefts)) * Z.of_nat (length (get (y :: role_key r) rights))) gs
  end.

Definition divides (step : Z) (l : list Z) : bool := (step =? 1) || forallb (fun x => x mod step =? 0) l.

Lemma divides_ok step l : 1 <= step -> divides step l = true -> forall x, In x l -> (step | x).
Proof.
  intros Pos H x Hx. apply orb_prop in H. destruct H as [H|H].
  - apply Z.eqb_eq in H. rewrite H. apply Z.divide_1_l.
  - rewrite forallb_forall in H. apply H, Z.eqb_eq in Hx. apply Z.mod_divide; [lia | exact Hx].
Qed.

(** That no alignment is worth more than [at_most], from the nodes of a proof. *)
Definition follow_all (l : limits) (q : question) (c : claim) (copiesA copiesB : LM.t (list triple))
    (L R : list triple) : outcome Datatypes.unit :=
  let number := count_matches L R + count_resembling (similar q) (left q) (right q) in
  demand (number <=? fst l) "more weights to look at than the limit allows"
  (let ms := all_matches (rule q) copiesA copiesB L R in
   let graded := all_resembling (similar q) (left q) (right q) in
   let unary := totals pkey (own_entries (unit q) ms ++ graded) in
   let binary := totals couple_key (couple_entries (unit q) ms) in
   demand (divides (step c) (map snd unary) && divides (step c) (map snd binary)) "the step does not divide a weight"
   (let pairs := fold_right (fun e s => LM.add (pkey (fst e)) tt s) (LM.empty Datatypes.unit) unary in
    let root := {| chosen := []; alive := unary; matching := binary; needed_rows := []; needed_columns := [];
                   row_set := NM.empty _; column_set := NM.empty _; load := 0 |} in
    follow (left_size q) (right_size q) (at_most c) (step c) (fun p => has (pkey p) pairs)
      (Z.of_nat (length unary) + Z.of_nat (length binary)) (nodes c) 0 [Here root] (snd l))).

(** How many triples count, of the left and of the right graph. *)
Definition sizes (q : question) : nat * nat := (size (rule q) (left q), size (rule q) (right q)).

Definition fast_size (r : duplicates) (all different : list triple) : nat :=
  match r with dup_set => length different | _ => length all end.

Definition judge (l : limits) (q : question) (c : claim) : outcome (nat * nat) :=
  let copiesA := index triple_key (left q) in
  let copiesB := index triple_key (right q) in
  let L := fst (dedup triple_key (left q)) in
  let R := fst (dedup triple_key (right q)) in
  let sizeL := fast_size (rule q) (left q) L in
  let sizeR := fast_size (rule q) (right q) R in
  demand (forallb (below (left_size q)) (left q) && forallb (below (right_size q)) (right q)) "a variable is out of range"
  (demand (graded_ok (unit q) (similar q) && grades_distinct (similar q))
     "similarity: not from 1 to the denominator, of two equal values, or given twice"
  (bind (found (build (left_size q) (aligned c))
     "(C1) the alignment uses a left variable twice, or one that is out of range") (fun partners =>
  (bind (found (build (right_size q) (map (fun p => (snd p, fst p)) (aligned c)))
     "(C1) the alignment uses a right variable twice, or one that is out of range") (fun _ =>
  (let f := fun x => NM.find x partners in
   demand (unit q * equal_value (rule q) copiesA copiesB L f + graded_value (similar q) (left q) (right q) f
           =? attained c) "(C2) the alignment is not worth what is claimed"
  (demand ((1 <=? step c) && (at_most c mod step c =? 0)) "the step is 0 or does not divide the bound"
  (bind (if by_counting c
         then demand (match rule q with dup_product => false | _ => true end)
                "the rule is product: a triple may match more than once"
              (demand (unit q * Z.min (Z.of_nat sizeL) (Z.of_nat sizeR) <=? at_most c) "(count) fails" (Ok tt))
         else follow_all l q c copiesA copiesB L R) (fun _ =>
   Ok (sizeL, sizeR)))))))))).

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

Lemma follow_all_sound l q c :
  follow_all l q c (index triple_key (left q)) (index triple_key (right q))
    (nodup triple_eq_dec (left q)) (nodup triple_eq_dec (right q)) = Ok tt ->
  forallb (below (left_size q)) (left q) = true -> forallb (below (right_size q)) (right q) = true ->
  1 <= unit q -> 1 <= step c -> (step c | at_most c) ->
  forall phi, pinj phi -> score_of q phi <= at_most c.
Proof.
  intros E HA HB Unit Step OnBound. unfold follow_all in E. cbv zeta in E. rewrite all_matches_eq, all_resembling_eq in E.
  set (worth := fun t u => copies (rule q) (count_occ triple_eq_dec (left q) t) (count_occ triple_eq_dec (right q) u)) in E.
  set (L := nodup triple_eq_dec (left q)) in E. set (R := nodup triple_eq_dec (right q)) in E.
  set (ms := matches L R worth) in E. set (graded := graded_matches (similar q) (left q) (right q)) in E.
  set (N := unit q) in *.
  set (unary := totals pkey (own_entries N ms ++ graded)) in E.
  set (binary := totals couple_key (couple_entries N ms)) in E.
  apply demand_ok in E. destruct E as [_ E]. apply demand_ok in E. destruct E as [Div E].
  apply andb_true_iff in Div. destruct Div as [DivU DivW].
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
      + destruct K as [<-|[]]. apply (All (a, N * x)). apply in_app_iff. left. apply in_flat_map.
        exists (One a, x). simpl. auto.
      + apply (All (p, 0)). apply in_app_iff. left. apply in_flat_map.
        exists (Two a b, x). split; [exact H|]. simpl. destruct K as [->|[->|[]]]; auto.
    - apply in_map_iff in H. destruct H as (e & <- & He). apply All, in_app_iff. auto. }
  assert (Inside : forall p, In p P -> (fst p < left_size q)%nat /\ (snd p < right_size q)%nat).
  { intros p H. apply in_map_iff in H. destruct H as ([p' u] & <- & H). cbn [fst]. apply totals_in in H.
    destruct H as [_ H]. rewrite map_app, in_app_iff in H. destruct H as [H|H].
    - apply (candidates_inside L R worth).
      + intros t Ht. apply HA. apply (nodup_In triple_eq_dec), Ht.
      + intros t Ht. apply HB. apply (nodup_In triple_eq_dec), Ht.
      + apply in_map_iff in H. destruct H as (e & <- & H). apply in_flat_map in H. destruct H as ([w x] & H & K).
        apply in_candidates. exists w, x. split; [exact H|]. destruct w as [|a|a b]; simpl in K |- *.
        * destruct K.
        * destruct K as [<-|[]]. auto.
        * destruct K as [<-|[<-|[]]]; auto.
    - apply (graded_inside (similar q) (left q) (right q)); auto. }
  assert (CoupleW : forall p p' w, In ((p, p'), w) binary -> w = W p p').
  { intros p p' w H. apply totals_in in H. destruct H as [-> H]. apply couple_total; [exact Rows|].
    apply in_map_iff in H. destruct H as ([c' z] & Ec & H). cbn [fst] in Ec. subst c'.
    apply in_flat_map in H. destruct H as ([w' x] & H & K).
    destruct w' as [|a|a b]; simpl in K; try tauto. destruct K as [K|[]]. injection K as <- <- _.
    apply (Rows a b x H). }
  assert (Symmetric : forall p p', W p p' = W p' p) by (intros p p'; unfold W; rewrite Wof_sym; reflexivity).
  assert (Complete : forall p p', 0 < W p p' ->
    exists w, In ((p, p'), w) binary \/ (In ((p', p), w) binary /\ W p' p = W p p')).
  { intros p p' Pos. assert (K : In (p, p') (couples_of ms)) by (apply couples_of_all; fold ms; unfold W in Pos; nia).
    apply in_flat_map in K. destruct K as ([w x] & H & K). destruct w as [|a|a b]; simpl in K; try tauto.
    assert (He : In ((a, b), N * x) (couple_entries N ms)).
    { apply in_flat_map. exists (Two a b, x). simpl. auto. }
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
  assert (StepU : forall p, (step c | U p)).
  { intros p. destruct (in_dec pair_dec p P) as [H|H].
    - apply in_map_iff in H. destruct H as ([p' u] & <- & H). cbn [fst]. rewrite <- (UnaryU p' u H).
      apply (divides_ok (step c) (map snd unary) Step DivU). apply (in_map snd _ _ H).
    - destruct (Outside p H) as [-> _]. apply Z.divide_0_r. }
  assert (StepW : forall p p', (step c | W p p')).
  { intros p p'. destruct (Z_lt_le_dec 0 (W p p')) as [Pos|Le].
    - destruct (Complete p p' Pos) as (w & [H|[H Sym]]).
      + rewrite <- (CoupleW _ _ _ H). apply (divides_ok (step c) (map snd binary) Step DivW), (in_map snd _ _ H).
      + rewrite <- Sym, <- (CoupleW _ _ _ H).
        apply (divides_ok (step c) (map snd binary) Step DivW), (in_map snd _ _ H).
    - replace (W p p') with 0; [apply Z.divide_0_r|]. assert (0 <= Wof ms p p') by apply Wof_nonneg.
      unfold W in *. nia. }
  intros phi PI. rewrite Score by exact PI. rewrite <- (weighted_value U W P Outside phi).
  apply (follow_sound (left_size q) (right_size q) U W P (at_most c) (step c)) in E; auto.
  - apply Forall_inv in E. apply E.
    + apply filter_pinj, PI.
    + intros p Hp. apply filter_In in Hp. apply (mem_iff pair_dec), Hp.
    + split; [|split; [|split]]; simpl; try tauto. intros p Hp. apply filter_In in Hp.
      apply (mem_iff pair_dec), Hp.
  - constructor; [|constructor]. split; [exact UnaryU | split; [exact CoupleW | split; [|split]]]; simpl.
    + intros p p' _ _ Pos. apply Complete, Pos.
    + intros i H. rewrite nhas_empty in H. discriminate.
    + intros j H. rewrite nhas_empty in H. discriminate.
Qed.

Lemma fast_size_eq r A : fast_size r A (nodup triple_eq_dec A) = size r A.
Proof. destruct r; reflexivity. Qed.

(** What [judge] accepts is true: the alignment has the score it claims, no alignment has more than the bound, and
    these are the sizes of the graphs. *)
Theorem judge_sound l q c s :
  judge l q c = Ok s ->
  s = sizes q /\ pinj (aligned c) /\ score_of q (aligned c) = attained c /\
  (forall phi, pinj phi -> score_of q phi <= at_most c) /\
  1 <= unit q /\ (rule q <> dup_product ->
    0 <= attained c <= unit q * Z.of_nat (fst s) /\ attained c <= unit q * Z.of_nat (snd s)).
Proof.
  unfold judge. cbv zeta.
  rewrite !(dedup_nodup triple_key triple_eq_dec) by apply triple_key_inj. rewrite !fast_size_eq.
  intros E. apply demand_ok in E. destruct E as [Below E]. apply andb_true_iff in Below. destruct Below as [HA HB].
  apply demand_ok in E. destruct E as [Form E]. apply andb_true_iff in Form. destruct Form as [Form _].
  destruct (graded_range _ _ Form) as [Unit Range].
  apply bind_ok in E. destruct E as (partners & B1 & E). apply found_ok, build_ok in B1. destruct B1 as (ND1 & _ & Find).
  apply bind_ok in E. destruct E as (back & B2 & E). apply found_ok, build_ok in B2. destruct B2 as (ND2 & _ & _).
  rewrite map_map in ND2. assert (PI : pinj (aligned c)) by (split; assumption).
  apply demand_ok in E. destruct E as [Worth E]. apply Z.eqb_eq in Worth.
  assert (F : forall x, NM.find x partners = app (aligned c) x) by (intros x; rewrite app_assoc_list; apply Find).
  rewrite (equal_value_eq _ _ _ (aligned c)) in Worth by exact F.
  rewrite (graded_value_eq _ _ _ (aligned c)) in Worth by exact F.
  apply demand_ok in E. destruct E as [Step E]. rewrite andb_true_iff, Z.leb_le, Z.eqb_eq in Step.
  destruct Step as [Step OnBound]. apply bind_ok in E. destruct E as (u & Proof' & E). destruct u.
  injection E as <-. split; [reflexivity | split; [exact PI | split; [exact Worth | split; [|split; [exact Unit|]]]]].
  - destruct (by_counting c).
    + apply demand_ok in Proof'. destruct Proof' as [Rule Proof']. apply demand_ok in Proof'. destruct Proof' as [Count _].
      apply Z.leb_le in Count. assert (Product : rule q <> dup_product) by (intros K; rewrite K in Rule; discriminate).
      intros phi PF. eapply Z.le_trans; [|exact Count].
      destruct (Z.min_dec (Z.of_nat (size (rule q) (left q))) (Z.of_nat (size (rule q) (right q)))) as [->| ->].
      * apply graded_precision; assumption.
      * apply graded_recall; assumption.
    + apply (follow_all_sound l); auto. apply Z.mod_divide; [lia | exact OnBound].
  - intros Product. cbn [fst snd]. rewrite <- Worth. split; [split|].
    + eapply Z.le_trans; [|apply graded_score_above; apply Range]. nia.
    + apply graded_precision; assumption.
    + apply graded_recall; assumption.
Qed.
