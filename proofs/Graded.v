(** * Graded matches: the checker of certificates for S2match

    S2match (Opitz, Parcalabescu & Frank 2020) is Smatch with one thing more: two different concepts may match as well,
    by how similar they are.  Similarities are whole numbers over a denominator N: equal triples match N times what
    they match under Smatch, and different values x and y of a role match [sim r x y], which is between 0 and N.  This
    file defines that score ([graded_score]), proves what makes it a score, and ends with a function [check_graded]
    that is proved right ([certified_graded]).

    Different values match only where each is [alone]: no other triple of its graph gives a value to the same role of
    the same variable.  This always holds for concepts, of which a variable has one.  Without the condition, one triple
    could match several, equally or by similarity, and precision or recall could exceed 1.  With it neither does
    ([graded_precision], [graded_recall]), except under the rule "product", where this can happen in Smatch too.

    Nothing of the argument of Certificate.v changes, for it knows nothing of triples: a graded match adds to U, the
    weight of a single pair, and all else is multiplied by N.  So [check_graded] tests the same trees.
    What corresponds to checker.py: [gradesb] is read_similarity; [lone] is holders; [graded_matches] and what
    [check_graded] makes of them is the last part of weights. *)

From Coq Require Import Arith Lia Bool List Permutation ZArith.
From SmatchProof Require Import Smatch Sums Certificate.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Triples about a single variable *)

(** What such a triple gives a value for: the concept of a variable, or an attribute of it. *)
Inductive role := Instance | Attribute (a : nat).

Definition role_dec (r s : role) : {r = s} + {r <> s}.
Proof. decide equality; apply Nat.eq_dec. Defined.

(** Role, variable and value. *)
Definition parts (t : triple) : option (role * nat * nat) :=
  match t with
  | Inst v c => Some (Instance, v, c)
  | Attr a v c => Some (Attribute a, v, c)
  | Rel _ _ _ => None
  end.

(** Two triples give the same role of the same variable a value. *)
Definition same_slot (t t' : triple) : bool :=
  match parts t, parts t' with
  | Some (r, v, _), Some (s, w, _) => if role_dec r s then Nat.eqb v w else false
  | _, _ => false
  end.

(** [t] has a role that its variable has once only in [A]: one value, listed once. *)
Definition alone (A : list triple) (t : triple) : bool := Nat.eqb (length (filter (same_slot t) A)) 1.

Definition lone (A : list triple) : list triple := filter (alone A) A.

(** ** The graded score *)

(** How much two different values of a role match, in units of 1/N. *)
Definition similarity := role -> nat -> nat -> Z.

(** A graded match that two triples can make: the pair of variables that has to be aligned, the role and the values. *)
Definition resemblance (t t' : triple) : option ((nat * nat) * (role * nat * nat)) :=
  match parts t, parts t' with
  | Some (r, v, x), Some (s, w, y) =>
      if role_dec r s then if Nat.eqb x y then None else Some ((v, w), (r, x, y)) else None
  | _, _ => None
  end.

Definition aligns (phi : align) (p : nat * nat) : bool :=
  match app phi (fst p) with Some w => Nat.eqb w (snd p) | None => false end.

(** What [t] and [t'] match by similarity. *)
Definition grade (sim : similarity) (phi : align) (t t' : triple) : Z :=
  match resemblance t t' with
  | Some (p, (r, x, y)) => if aligns phi p then sim r x y else 0
  | None => 0
  end.

Definition graded_gain (sim : similarity) (A B : list triple) (phi : align) : Z :=
  zsum (fun t => zsum (grade sim phi t) (lone B)) (lone A).

(** In units of 1/N. *)
Definition graded_score (rule : duplicates) (sim : similarity) (N : Z) (A B : list triple) (phi : align) : Z :=
  N * Z.of_nat (score_copies rule A B phi) + graded_gain sim A B phi.

(** Without similarities, S2match is Smatch. *)
Theorem graded_score_0 rule sim N A B phi :
  (forall r x y, sim r x y = 0) -> graded_score rule sim N A B phi = N * Z.of_nat (score_copies rule A B phi).
Proof.
  intros None. unfold graded_score, graded_gain. rewrite zsum_zero; [lia|].
  intros t _. apply zsum_zero. intros t' _. unfold grade.
  destruct (resemblance t t') as [(p & (r & x) & y)|]; [|reflexivity].
  rewrite None. destruct (aligns phi p); reflexivity.
Qed.

(** More similarity, more score: of every alignment, hence of the best. *)
Theorem graded_score_mono rule sim sim' N A B phi :
  (forall r x y, sim r x y <= sim' r x y) -> graded_score rule sim N A B phi <= graded_score rule sim' N A B phi.
Proof.
  intros Le. unfold graded_score, graded_gain. apply Z.add_le_mono_l, zsum_le. intros t _. apply zsum_le. intros t' _.
  unfold grade. destruct (resemblance t t') as [(p & (r & x) & y)|]; [|lia]. destruct (aligns phi p); [apply Le | lia].
Qed.

Corollary graded_score_above rule sim N A B phi :
  (forall r x y, 0 <= sim r x y) -> N * Z.of_nat (score_copies rule A B phi) <= graded_score rule sim N A B phi.
Proof.
  intros Nonneg. rewrite <- (graded_score_0 rule (fun _ _ _ => 0) N A B phi) by reflexivity.
  apply graded_score_mono, Nonneg.
Qed.

(** ** Precision and recall are at most 1 *)

(** How many triples a graph has: with their copies, which the rule "set" does not count. *)
Definition size (rule : duplicates) (A : list triple) : nat :=
  match rule with
  | dup_set => length (nodup triple_eq_dec A)
  | _ => length A
  end.

(** What a triple contributes to that. *)
Definition weight (rule : duplicates) (A : list triple) (t : triple) : nat :=
  match rule with
  | dup_set => 1
  | _ => count_occ triple_eq_dec A t
  end.

Lemma size_weights rule A : zsum (fun t => Z.of_nat (weight rule A t)) (nodup triple_eq_dec A) = Z.of_nat (size rule A).
Proof.
  assert (Ones : forall l : list triple, zsum (fun _ => 1) l = Z.of_nat (length l)).
  { induction l as [|t l IH]; [reflexivity|]. cbn [zsum length]. lia. }
  assert (Counts : zsum (fun t => Z.of_nat (count_occ triple_eq_dec A t)) (nodup triple_eq_dec A)
                   = Z.of_nat (length A)).
  { assert (Count : forall t, Z.of_nat (count_occ triple_eq_dec A t)
                              = zsum (fun s => if triple_eq_dec s t then 1 else 0) A).
    { intros t. clear. induction A as [|s A IH]; [reflexivity|].
      cbn [count_occ zsum]. rewrite <- IH. destruct (triple_eq_dec s t); lia. }
    rewrite (zsum_ext _ _ _ (fun t _ => Count t)), zsum_swap, <- Ones. apply zsum_ext. intros s Hs.
    rewrite (zsum_one triple_eq_dec (fun _ => 1)) by apply NoDup_nodup.
    destruct (in_dec triple_eq_dec s (nodup triple_eq_dec A)) as [_|Out]; [reflexivity|].
    exfalso. apply Out, nodup_In, Hs. }
  destruct rule; [apply Ones | exact Counts | exact Counts].
Qed.

Lemma size_length rule A : (size rule A <= length A)%nat.
Proof. destruct rule; simpl; auto. apply NoDup_incl_length; [apply NoDup_nodup | intros t; apply nodup_In]. Qed.

Lemma weight_pos rule A t : In t A -> (1 <= weight rule A t)%nat.
Proof. intros H. apply (count_occ_In triple_eq_dec) in H. destruct rule; simpl; lia. Qed.

(** A sum with one term at most, apart from zeros. *)
Lemma zsum_single {T} (f : T -> Z) l c :
  NoDup l -> 0 <= c -> (forall x, In x l -> f x <= c) ->
  (forall x y, In x l -> In y l -> f x <> 0 -> f y <> 0 -> x = y) -> zsum f l <= c.
Proof.
  intros ND Pos Le Single. induction l as [|x l IH]; [exact Pos|].
  apply NoDup_cons_iff in ND. destruct ND as [Fresh ND]. cbn [zsum].
  destruct (Z.eq_dec (f x) 0) as [E|E].
  - rewrite E. apply IH; auto using in_cons.
  - rewrite (zsum_zero f l); [specialize (Le x (or_introl eq_refl)); lia|].
    intros y Hy. destruct (Z.eq_dec (f y) 0) as [Z|Z]; [exact Z|].
    exfalso. apply Fresh. rewrite (Single x y); simpl; auto.
Qed.

Lemma same_slot_self t u : same_slot t u = true -> same_slot t t = true.
Proof.
  unfold same_slot. destruct (parts t) as [((r & v) & x)|]; [|discriminate].
  intros _. destruct (role_dec r r); [apply Nat.eqb_refl | tauto].
Qed.

Lemma alone_self A t : alone A t = true -> same_slot t t = true.
Proof.
  unfold alone. rewrite Nat.eqb_eq. intros One.
  assert (Some : exists u, In u (filter (same_slot t) A)).
  { destruct (filter (same_slot t) A) as [|u l]; [discriminate | exists u; simpl; auto]. }
  destruct Some as (u & K). apply filter_In in K. apply (same_slot_self t u), K.
Qed.

(** A triple that is alone is the only one of its role and variable. *)
Lemma alone_unique A s t : In s A -> In t A -> alone A s = true -> same_slot s t = true -> s = t.
Proof.
  intros Hs Ht Alone Slot.
  assert (Ks : In s (filter (same_slot s) A)) by (apply filter_In; split; [exact Hs | apply (alone_self A), Alone]).
  assert (Kt : In t (filter (same_slot s) A)) by (apply filter_In; auto).
  apply Nat.eqb_eq in Alone. destruct (filter (same_slot s) A) as [|a [|b l]]; try discriminate.
  destruct Ks as [<-|[]], Kt as [<-|[]]. reflexivity.
Qed.

Lemma lone_NoDup A : NoDup (lone A).
Proof.
  apply (NoDup_count_occ triple_eq_dec). intros t.
  destruct (in_dec triple_eq_dec t (lone A)) as [H|H]; [|apply (count_occ_not_In triple_eq_dec) in H; lia].
  apply filter_In in H. destruct H as [_ Alone]. assert (Own := alone_self A t Alone).
  apply Nat.eqb_eq in Alone. rewrite <- Alone. clear Alone. unfold lone. generalize (alone A). intros f.
  induction A as [|s A IH]; [simpl; lia|]. simpl.
  destruct (f s); simpl; [destruct (triple_eq_dec s t) as [->|_]; [rewrite Own; simpl; lia|] |];
    destruct (same_slot t s); simpl; lia.
Qed.

(** So the sums over lone triples run over some of the different triples. *)
Lemma zsum_lone f A :
  zsum f (lone A) = zsum (fun t => if alone A t then f t else 0) (nodup triple_eq_dec A).
Proof.
  rewrite (zsum_filter _ (alone A) (nodup triple_eq_dec A)), (zsum_zero _ (filter (fun x => negb _) _)).
  - rewrite Z.add_0_r.
    rewrite (zsum_permutation f _ (filter (alone A) (nodup triple_eq_dec A))).
    + apply zsum_ext. intros t Ht. apply filter_In in Ht. destruct Ht as [_ ->]. reflexivity.
    + apply NoDup_Permutation; [apply lone_NoDup | apply NoDup_filter, NoDup_nodup|].
      intros t. unfold lone. rewrite !filter_In, nodup_In. reflexivity.
  - intros t Ht. apply filter_In in Ht. destruct Ht as [_ Ht]. destruct (alone A t); [discriminate | reflexivity].
Qed.

Section Bounds.

Variables (rule : duplicates) (sim : similarity) (N : Z) (A B : list triple) (phi : align).
Hypothesis Range : forall r x y, 0 <= sim r x y <= N.

(** What [t] and [t'] match, equally and by similarity. *)
Definition worth (t t' : triple) : Z :=
  N * (if maps phi t t' then Z.of_nat (copies rule (count_occ triple_eq_dec A t) (count_occ triple_eq_dec B t')) else 0)
  + (if alone A t then if alone B t' then grade sim phi t t' else 0 else 0).

Lemma graded_score_worth :
  graded_score rule sim N A B phi = zsum (fun t => zsum (worth t) (nodup triple_eq_dec B)) (nodup triple_eq_dec A).
Proof.
  unfold graded_score, graded_gain. rewrite score_copies_gain, zsum_lone. unfold gain.
  rewrite <- zsum_mul, <- zsum_add. apply zsum_ext. intros t _. unfold worth. rewrite zsum_add, zsum_mul. f_equal.
  destruct (alone A t); [apply zsum_lone | rewrite zsum_0; reflexivity].
Qed.

(** The alignment takes the role and the variable of [t] to those of [t']. *)
Definition reaches (t t' : triple) : Prop :=
  exists r v w x y, parts t = Some (r, v, x) /\ parts t' = Some (r, w, y) /\ app phi v = Some w.

Lemma image_parts t u r v x :
  image phi t = Some u -> parts t = Some (r, v, x) -> exists w, parts u = Some (r, w, x) /\ app phi v = Some w.
Proof.
  destruct t as [v' c|a v' c|]; simpl; [| |discriminate]; intros Im E; injection E as <- <- <-;
    destruct (app phi v') as [w|]; try discriminate; injection Im as <-; exists w; auto.
Qed.

Lemma maps_reaches t t' u : maps phi t t' = true -> reaches t u -> reaches t t'.
Proof.
  intros M (r & v & w & x & y & Pt & _ & _). apply maps_iff in M.
  destruct (image_parts t t' r v x M Pt) as (w' & Pt' & E). exists r, v, w', x, x. auto.
Qed.

Lemma maps_reaches_left t t' s : maps phi t t' = true -> reaches s t' -> reaches t t'.
Proof.
  intros M (r & v & w & x & y & _ & Pt' & _). apply maps_iff in M.
  destruct t as [v' c|a v' c|r' u v']; simpl in M.
  - destruct (app phi v') as [w'|] eqn:E; [|discriminate]. injection M as <-. exists Instance, v', w', c, c. auto.
  - destruct (app phi v') as [w'|] eqn:E; [|discriminate]. injection M as <-. exists (Attribute a), v', w', c, c. auto.
  - destruct (app phi u), (app phi v'); try discriminate. injection M as <-. discriminate.
Qed.

Lemma grade_reaches t t' : grade sim phi t t' <> 0 -> reaches t t'.
Proof.
  unfold grade, resemblance, reaches, aligns.
  destruct (parts t) as [((r & v) & x)|]; [|tauto]. destruct (parts t') as [((s & w) & y)|]; [|tauto].
  destruct (role_dec r s) as [<-|_]; [|tauto]. destruct (Nat.eqb x y); [tauto|]. simpl.
  destruct (app phi v) as [w'|] eqn:E; [|tauto]. destruct (Nat.eqb_spec w' w) as [->|_]; [|tauto].
  intros _. exists r, v, w, x, y. auto.
Qed.

Lemma worth_nonzero t t' :
  worth t t' <> 0 -> maps phi t t' = true \/ (alone A t = true /\ alone B t' = true /\ reaches t t').
Proof.
  unfold worth. destruct (maps phi t t'); [auto|]. rewrite Z.mul_0_r.
  destruct (alone A t); [|tauto]. destruct (alone B t'); [|tauto]. intros K. right. auto using grade_reaches.
Qed.

Lemma reaches_slot t t' u' : reaches t t' -> reaches t u' -> same_slot t' u' = true.
Proof.
  intros (r & v & w & x & y & Pt & Pt' & E) (r' & v' & w' & x' & y' & Qt & Qu & E').
  rewrite Pt in Qt. injection Qt as <- <- <-. rewrite E in E'. injection E' as <-.
  unfold same_slot. rewrite Pt', Qu. destruct (role_dec r r); [apply Nat.eqb_refl | tauto].
Qed.

Lemma reaches_slot_left t u t' : pinj phi -> reaches t t' -> reaches u t' -> same_slot t u = true.
Proof.
  intros PI (r & v & w & x & y & Pt & Pt' & E) (r' & v' & w' & x' & y' & Pu & Qt' & E').
  rewrite Pt' in Qt'. injection Qt' as <- <- <-. rewrite <- (pinj_inj phi v v' w PI E E') in Pu.
  unfold same_slot. rewrite Pt, Pu. destruct (role_dec r r); [apply Nat.eqb_refl | tauto].
Qed.

Lemma image_inj t u t' : pinj phi -> image phi t = Some t' -> image phi u = Some t' -> t = u.
Proof.
  intros PI Ht Hu. destruct t as [v c|a v c|r v v'], u as [w d|b w d|s w w'];
    destruct t'; pose proof (image_same_kind _ _ _ Ht); pose proof (image_same_kind _ _ _ Hu); try contradiction.
  - apply image_inst in Ht, Hu. destruct Ht as [E ->], Hu as [F ->]. f_equal. apply (pinj_inj phi _ _ _ PI E F).
  - apply image_attr in Ht, Hu. destruct Ht as (E & -> & ->), Hu as (F & -> & ->). f_equal.
    apply (pinj_inj phi _ _ _ PI E F).
  - apply image_rel in Ht, Hu. destruct Ht as (E & E' & ->), Hu as (F & F' & ->).
    f_equal; [apply (pinj_inj phi _ _ _ PI E F) | apply (pinj_inj phi _ _ _ PI E' F')].
Qed.

(** A triple matches one triple at most, equally or by similarity. *)
Lemma worth_once t t' u' : In t' B -> In u' B -> worth t t' <> 0 -> worth t u' <> 0 -> t' = u'.
Proof.
  intros Ht Hu Wt Wu. apply worth_nonzero in Wt, Wu.
  destruct Wt as [Mt|(_ & At & Rt)], Wu as [Mu|(_ & Au & Ru)].
  - apply maps_iff in Mt, Mu. congruence.
  - symmetry. apply (alone_unique B); auto. apply (reaches_slot t); eauto using maps_reaches.
  - apply (alone_unique B); auto. apply (reaches_slot t); eauto using maps_reaches.
  - apply (alone_unique B); auto. apply (reaches_slot t); assumption.
Qed.

Lemma worth_once_left t u t' : pinj phi -> In t A -> In u A -> worth t t' <> 0 -> worth u t' <> 0 -> t = u.
Proof.
  intros PI Ht Hu Wt Wu. apply worth_nonzero in Wt, Wu.
  destruct Wt as [Mt|(At & _ & Rt)], Wu as [Mu|(Au & _ & Ru)].
  - apply maps_iff in Mt, Mu. apply (image_inj t u t'); assumption.
  - symmetry. apply (alone_unique A); auto. apply (reaches_slot_left u t t'); eauto using maps_reaches_left.
  - apply (alone_unique A); auto. apply (reaches_slot_left t u t'); eauto using maps_reaches_left.
  - apply (alone_unique A); auto. apply (reaches_slot_left t u t'); assumption.
Qed.

(** Nor does it match more than a whole triple: what matches equally does not match by similarity besides. *)
Lemma worth_le t t' :
  In t A -> In t' B -> rule <> dup_product ->
  worth t t' <= N * Z.of_nat (weight rule A t) /\ worth t t' <= N * Z.of_nat (weight rule B t').
Proof.
  intros Ht Ht' Rule. assert (Pos : 0 <= N) by (specialize (Range Instance 0%nat 0%nat); lia).
  assert (Wt := weight_pos rule A t Ht). assert (Wt' := weight_pos rule B t' Ht').
  unfold worth. destruct (maps phi t t') eqn:M.
  - assert (None : grade sim phi t t' = 0).
    { destruct (Z.eq_dec (grade sim phi t t') 0) as [K|K]; [exact K|]. exfalso. apply K.
      apply grade_reaches in K. destruct K as (r & v & w & x & y & Pt & _ & _). apply maps_iff in M.
      destruct (image_parts t t' r v x M Pt) as (w' & Pt' & _).
      unfold grade, resemblance. rewrite Pt, Pt', Nat.eqb_refl. destruct (role_dec r r); reflexivity. }
    rewrite None. replace (if alone A t then if alone B t' then 0 else 0 else 0) with 0
      by (destruct (alone A t), (alone B t'); reflexivity).
    rewrite Z.add_0_r. destruct rule; [| |tauto]; cbn [copies weight] in *; split; apply Z.mul_le_mono_nonneg_l; lia.
  - assert (Le : (if alone A t then if alone B t' then grade sim phi t t' else 0 else 0) <= N).
    { destruct (alone A t), (alone B t'); try exact Pos. unfold grade.
      destruct (resemblance t t') as [(p & (r & x) & y)|]; [|exact Pos].
      destruct (aligns phi p); [apply Range | exact Pos]. }
    rewrite Z.mul_0_r, Z.add_0_l. split; nia.
Qed.

Theorem graded_precision : rule <> dup_product -> graded_score rule sim N A B phi <= N * Z.of_nat (size rule A).
Proof.
  intros Rule. rewrite graded_score_worth, <- size_weights, <- zsum_mul. apply zsum_le. intros t Ht.
  apply nodup_In in Ht. assert (Pos : 0 <= N) by (specialize (Range Instance 0%nat 0%nat); lia).
  apply zsum_single; [apply NoDup_nodup | lia | |].
  - intros t' Ht'. apply nodup_In in Ht'. apply worth_le; assumption.
  - intros t' u' Ht' Hu'. apply nodup_In in Ht', Hu'. apply worth_once; assumption.
Qed.

Theorem graded_recall :
  rule <> dup_product -> pinj phi -> graded_score rule sim N A B phi <= N * Z.of_nat (size rule B).
Proof.
  intros Rule PI. rewrite graded_score_worth, zsum_swap, <- size_weights, <- zsum_mul. apply zsum_le. intros t' Ht'.
  apply nodup_In in Ht'. assert (Pos : 0 <= N) by (specialize (Range Instance 0%nat 0%nat); lia).
  apply zsum_single; [apply NoDup_nodup | lia | |].
  - intros t Ht. apply nodup_In in Ht. apply worth_le; assumption.
  - intros t u Ht Hu. apply nodup_In in Ht, Hu. apply worth_once_left; assumption.
Qed.

End Bounds.

(** ** The checker *)

(** The similarities that a certificate lists: role, left value, right value, and what they match. *)
Definition key := (role * nat * nat)%type.

Definition key_dec : forall k l : key, {k = l} + {k <> l}.
Proof. decide equality; [apply Nat.eq_dec | decide equality; [apply Nat.eq_dec | apply role_dec]]. Defined.

Definition grades := list (key * Z).

Fixpoint lookup (gs : grades) (k : key) : option Z :=
  match gs with
  | [] => None
  | (l, x) :: rest => if key_dec l k then Some x else lookup rest k
  end.

(** Values that are not listed do not match. *)
Definition listed_similarity (gs : grades) : similarity :=
  fun r x y => match lookup gs (r, x, y) with Some g => g | None => 0 end.

(** What checker.py asks of the list: different values, each two of a role once, and similarities from 1 to N. *)
Definition gradesb (N : Z) (gs : grades) : bool :=
  (1 <=? N) && distinct key_dec (map fst gs)
  && forallb (fun e => let '((r, x, y), g) := e in negb (Nat.eqb x y) && (0 <? g) && (g <=? N)) gs.

Lemma listed_range N gs : gradesb N gs = true -> forall r x y, 0 <= listed_similarity gs r x y <= N.
Proof.
  unfold gradesb, listed_similarity. rewrite !andb_true_iff, Z.leb_le, forallb_forall. intros ((Pos & _) & All) r x y.
  induction gs as [|[((r' & x') & y') g] gs IH]; cbn [lookup]; [lia|].
  destruct (key_dec (r', x', y') (r, x, y)) as [_|_]; [|apply IH; auto using in_cons].
  specialize (All _ (or_introl eq_refl)). simpl in All. rewrite !andb_true_iff, Z.ltb_lt, Z.leb_le in All. lia.
Qed.

(** All graded matches: the pair of variables that each needs, and what it is worth. *)
Definition graded_match (gs : grades) (t t' : triple) : list ((nat * nat) * Z) :=
  match resemblance t t' with
  | Some (p, k) => match lookup gs k with Some g => [(p, g)] | None => [] end
  | None => []
  end.

Definition graded_matches (gs : grades) (A B : list triple) : list ((nat * nat) * Z) :=
  let others := lone B in flat_map (fun t => flat_map (graded_match gs t) others) (lone A).

(** What they add to the weight of a pair. *)
Definition Gof (ms : list ((nat * nat) * Z)) (x : nat * nat) : Z :=
  zsum (fun e => if pair_dec (fst e) x then snd e else 0) ms.

Definition check_graded (rule : duplicates) (N : Z) (gs : grades) (A B : list triple)
    (m n : nat) (phi : align) (attained step bound : Z) (t : tree) : bool :=
  let L := nodup triple_eq_dec A in
  let R := nodup triple_eq_dec B in
  let ms := matches L R (fun t u => copies rule (count_occ triple_eq_dec A t) (count_occ triple_eq_dec B u)) in
  let graded := graded_matches gs A B in
  let U := fun x => N * Uof ms x + Gof graded x in
  let W := fun x y => N * Wof ms x y in
  let P := nodup pair_dec (candidates ms ++ map fst graded) in
  forallb (below m) L && forallb (below n) R && gradesb N gs && C1 m n phi && (value U W phi =? attained)
  && stepb U W P (couples_of ms) bound step
  && treeb m n U W P (couples_of ms) bound step root t.

Lemma value_graded N U W G phi :
  value (fun x => N * U x + G x) (fun x y => N * W x y) phi = N * value U W phi + zsum G phi.
Proof. induction phi as [|x phi IH]; cbn [value zsum]; [lia|]. rewrite IH, zsum_mul. lia. Qed.

(** As with [gain_value]: the weights of the pairs sum up to what the alignment matches by similarity. *)
Lemma graded_gain_value gs A B phi :
  pinj phi -> graded_gain (listed_similarity gs) A B phi = zsum (Gof (graded_matches gs A B)) phi.
Proof.
  intros PI. assert (ND : NoDup phi) by (apply (NoDup_map_inv fst), PI).
  unfold Gof. rewrite zsum_swap.
  rewrite (zsum_ext _ (fun e => if mem pair_dec (fst e) phi then snd e else 0)).
  - unfold graded_gain, graded_matches. rewrite zsum_flat_map. apply zsum_ext. intros t _.
    rewrite zsum_flat_map. apply zsum_ext. intros t' _. unfold grade, graded_match, listed_similarity.
    destruct (resemblance t t') as [(p & (r & x) & y)|]; [|reflexivity].
    assert (Al : aligns phi p = mem pair_dec p phi).
    { destruct p as [v w]. unfold aligns. apply eq_true_iff_eq. rewrite <- (app_iff phi v w PI). simpl.
      destruct (app phi v) as [u|]; [|split; discriminate]. rewrite Nat.eqb_eq. split; congruence. }
    rewrite Al. destruct (lookup gs (r, x, y)) as [g|]; simpl; destruct (mem pair_dec p phi); lia.
  - intros [p g] _. rewrite (zsum_one pair_dec (fun _ => g)) by exact ND.
    unfold mem. simpl. destruct (in_dec pair_dec p phi); reflexivity.
Qed.

Lemma graded_inside gs A B m n p :
  (forall t, In t A -> below m t = true) -> (forall t, In t B -> below n t = true) ->
  In p (map fst (graded_matches gs A B)) -> (fst p < m)%nat /\ (snd p < n)%nat.
Proof.
  intros HA HB H. apply in_map_iff in H. destruct H as ([q g] & <- & H).
  apply in_flat_map in H. destruct H as (t & Ht & H). apply in_flat_map in H. destruct H as (t' & Ht' & H).
  apply filter_In in Ht, Ht'. destruct Ht as [Ht _], Ht' as [Ht' _]. apply HA in Ht. apply HB in Ht'.
  unfold graded_match, resemblance in H.
  destruct (parts t) as [((r & v) & x)|] eqn:Pt; [|destruct H].
  destruct (parts t') as [((s & w) & y)|] eqn:Pt'; [|destruct H].
  assert (Hv : (v < m)%nat) by (destruct t; try discriminate; injection Pt as <- <- <-; apply Nat.ltb_lt, Ht).
  assert (Hw : (w < n)%nat) by (destruct t'; try discriminate; injection Pt' as <- <- <-; apply Nat.ltb_lt, Ht').
  destruct (role_dec r s); [|destruct H]. destruct (Nat.eqb x y); [destruct H|].
  destruct (lookup gs (r, x, y)); [|destruct H]. destruct H as [E|[]]. injection E as <- <-. auto.
Qed.

Lemma gof_nonneg gs A B p : (forall r x y, 0 <= listed_similarity gs r x y) -> 0 <= Gof (graded_matches gs A B) p.
Proof.
  intros Range. apply zsum_nonneg. intros e He. destruct (pair_dec (fst e) p); [|lia].
  apply in_flat_map in He. destruct He as (t & _ & He). apply in_flat_map in He. destruct He as (t' & _ & He).
  unfold graded_match in He. destruct (resemblance t t') as [(x & k)|]; [|destruct He].
  destruct (lookup gs k) as [g|] eqn:E; [|destruct He]. destruct He as [<-|[]]. cbn [snd].
  destruct k as [[r a] b]. specialize (Range r a b). unfold listed_similarity in Range. rewrite E in Range. exact Range.
Qed.

(** What [check_graded] accepts is true: no alignment has a graded score above the bound. *)
Theorem certified_graded rule N gs A B m n phi attained step bound t :
  check_graded rule N gs A B m n phi attained step bound t = true ->
  pinj phi /\ graded_score rule (listed_similarity gs) N A B phi = attained /\
  forall phi', pinj phi' -> graded_score rule (listed_similarity gs) N A B phi' <= bound.
Proof.
  unfold check_graded, C1. cbv zeta.
  set (worth := fun t u => copies rule _ _).
  set (ms := matches (nodup triple_eq_dec A) (nodup triple_eq_dec B) worth).
  set (graded := graded_matches gs A B).
  set (U := fun x => N * Uof ms x + Gof graded x). set (W := fun x y => N * Wof ms x y).
  set (P := nodup pair_dec _).
  rewrite !andb_true_iff, !forallb_forall, !distinct_iff, Z.eqb_eq.
  intros ((((((HL & HR) & Form) & ((N1 & N2) & _)) & Worth) & Step) & Tree).
  assert (Score : forall f, pinj f -> graded_score rule (listed_similarity gs) N A B f = value U W f).
  { intros f PI. unfold graded_score, U, W. rewrite value_graded, score_copies_gain, gain_value by exact PI.
    rewrite graded_gain_value by exact PI. reflexivity. }
  assert (Unit : 1 <= N) by (unfold gradesb in Form; rewrite !andb_true_iff, Z.leb_le in Form; tauto).
  assert (Couples : forall p q, 0 < W p q -> In (p, q) (couples_of ms)).
  { intros p q Pos. apply couples_of_all. fold ms. unfold W in Pos. nia. }
  assert (Outside : forall p, ~ In p P -> U p = 0 /\ forall q, W p q = 0 /\ W q p = 0).
  { intros p Out. unfold P in Out. rewrite nodup_In, in_app_iff in Out.
    destruct (candidates_all (nodup triple_eq_dec A) (nodup triple_eq_dec B) worth p) as [U0 W0]; [tauto|].
    fold ms in U0, W0. unfold U, W. split.
    - rewrite U0. unfold Gof. rewrite zsum_zero; [lia|].
      intros e He. destruct (pair_dec (fst e) p) as [<-|_]; [|reflexivity].
      exfalso. apply Out. right. apply in_map, He.
    - intros q. destruct (W0 q) as [-> ->]. lia. }
  assert (PI : pinj phi) by (split; assumption).
  split; [exact PI | split; [rewrite Score; assumption|]]. intros f PF. rewrite Score by exact PF.
  apply stepb_ok in Step; [| exact Couples | intros p K; apply (Outside p K) |].
  2: { intros p q. unfold W. apply Z.mul_nonneg_nonneg; [lia | apply Wof_nonneg]. }
  destruct Step as (OnBound & OnU & OnW).
  apply (certificate_sound m n U W P bound step) with (t := t); auto.
  - intros p Hp. apply nodup_In, in_app_iff in Hp. destruct Hp as [Hp|Hp].
    + apply (candidates_inside (nodup triple_eq_dec A) (nodup triple_eq_dec B) worth); assumption.
    + apply (graded_inside gs A B); [| |exact Hp]; intros u Hu; [apply HL | apply HR]; apply nodup_In, Hu.
  - intros p. unfold U. assert (0 <= Uof ms p) by apply Uof_nonneg.
    assert (0 <= Gof graded p) by (apply gof_nonneg, (listed_range N gs Form)). nia.
  - intros p q. unfold W. apply Z.mul_nonneg_nonneg; [lia | apply Wof_nonneg].
  - apply (treeb_ok m n _ _ _ (couples_of ms)); [exact Couples | exact Tree].
Qed.

(** So an accepted certificate gives a precision and a recall from 0 to 1. *)
Corollary certified_range rule N gs A B m n phi attained step bound t :
  check_graded rule N gs A B m n phi attained step bound t = true -> rule <> dup_product ->
  0 <= attained <= N * Z.of_nat (size rule A) /\ attained <= N * Z.of_nat (size rule B).
Proof.
  intros H Rule. assert (Range : 1 <= N /\ forall r x y, 0 <= listed_similarity gs r x y <= N).
  { unfold check_graded in H. cbv zeta in H. rewrite !andb_true_iff in H.
    destruct H as ((((((_ & _) & Form) & _) & _) & _) & _).
    split; [|apply listed_range, Form]. unfold gradesb in Form. rewrite !andb_true_iff, Z.leb_le in Form. tauto. }
  apply certified_graded in H. destruct H as (PI & <- & _), Range as [Pos Range].
  split; [split|].
  - eapply Z.le_trans; [|apply graded_score_above; apply Range]. nia.
  - apply graded_precision; assumption.
  - apply graded_recall; assumption.
Qed.

(** ** The counting bound *)

(** Without looking at any weight: no alignment matches more triples than either graph has.  The node ["count"] of a
    certificate; the rule "product", under which this does not hold, is refused. *)
Definition check_count (rule : duplicates) (N : Z) (gs : grades) (A B : list triple)
    (m n : nat) (phi : align) (attained bound : Z) : bool :=
  forallb (below m) A && forallb (below n) B
  && gradesb N gs && C1 m n phi && (graded_score rule (listed_similarity gs) N A B phi =? attained)
  && match rule with
     | dup_product => false
     | _ => (N * Z.of_nat (size rule A) <=? bound) || (N * Z.of_nat (size rule B) <=? bound)
     end.

Theorem certified_count rule N gs A B m n phi attained bound :
  check_count rule N gs A B m n phi attained bound = true ->
  pinj phi /\ graded_score rule (listed_similarity gs) N A B phi = attained /\
  forall phi', pinj phi' -> graded_score rule (listed_similarity gs) N A B phi' <= bound.
Proof.
  unfold check_count, C1. rewrite !andb_true_iff, !distinct_iff, Z.eqb_eq.
  intros (((((_ & _) & Form) & ((N1 & N2) & _)) & Worth) & Count).
  assert (Range := listed_range N gs Form).
  split; [split; assumption | split; [exact Worth|]]. intros f PF.
  destruct rule; [| |discriminate]; apply orb_prop in Count; rewrite !Z.leb_le in Count;
    (destruct Count as [Le|Le]; (eapply Z.le_trans; [|exact Le]);
      [apply graded_precision | apply graded_recall]; auto; discriminate).
Qed.

(** ** Examples *)

Module Examples.

Local Notation "i :-> x" := (i%nat, x%Z) (at level 60).

Definition rows_leaf (duals : table) : tree := Leaf {| D := 1; stars := []; rows := duals; columns := []; cliques := [] |}.

(** A cat and a dog against a kitten and a puppy.  Concepts: 0 cat, 1 dog, 2 kitten, 3 puppy.  Similarities
    are listed from left to right: that of a cat and a kitten is 0.9, that of a kitten and a cat is not listed, so 0. *)
Definition pets : list triple := [Inst 0 0; Inst 1 1].
Definition young : list triple := [Inst 0 2; Inst 1 3].

Definition ages : grades :=
  [((Instance, 0, 2)%nat, 900000); ((Instance, 1, 3)%nat, 800000); ((Instance, 0, 3)%nat, 700000)].

Definition each_to_its_own : align := [(0, 0); (1, 1)]%nat.

Definition check_pets (gs : grades) (claim : Z) (duals : table) : bool :=
  check_graded dup_set 1000000 gs pets young 2 2 each_to_its_own claim 1 claim (rows_leaf duals).

Example pets_accepted : check_pets ages 1700000 [0 :-> 900000; 1 :-> 800000] = true.
Proof. vm_compute. reflexivity. Qed.

Example pets_claim_too_large : check_pets ages 1700001 [0 :-> 900000; 1 :-> 800001] = false.
Proof. vm_compute. reflexivity. Qed.

Example pets_pay_too_little : check_pets ages 1700000 [0 :-> 900000; 1 :-> 799999] = false.
Proof. vm_compute. reflexivity. Qed.

Example pets_not_listed : check_pets (removelast (removelast ages)) 1700000 [0 :-> 900000; 1 :-> 800000] = false.
Proof. vm_compute. reflexivity. Qed.

Example pets_listed_the_other_way :
  check_graded dup_set 1000000 ages young pets 2 2 each_to_its_own 1700000 1 1700000
    (rows_leaf [0 :-> 900000; 1 :-> 800000])
  = false.
Proof. vm_compute. reflexivity. Qed.

Example pets_more_than_equal :
  check_graded dup_set 1 [((Instance, 0, 2)%nat, 2)] pets young 2 2 [(0, 0)]%nat 2 1 2 (rows_leaf [0 :-> 2]) = false.
Proof. vm_compute. reflexivity. Qed.

(** In steps of 100000, of which both similarities are multiples, less precise duals will do. *)
Example pets_in_steps :
  check_graded dup_set 1000000 (removelast ages) pets young 2 2 each_to_its_own 1700000 100000 1700000
    (rows_leaf [0 :-> 950000; 1 :-> 849999]) = true.
Proof. vm_compute. reflexivity. Qed.

(** The counting bound: two triples on either side. *)
Example pets_counted : check_count dup_set 1000000 ages pets young 2 2 each_to_its_own 1700000 2000000 = true.
Proof. vm_compute. reflexivity. Qed.

Example pets_counted_too_few : check_count dup_set 1000000 ages pets young 2 2 each_to_its_own 1700000 1999999 = false.
Proof. vm_compute. reflexivity. Qed.

Example pets_counted_as_product :
  check_count dup_product 1000000 ages pets young 2 2 each_to_its_own 1700000 2000000 = false.
Proof. vm_compute. reflexivity. Qed.

(** Two values of an attribute are not alone: neither matches by similarity, though equal values still match. *)
Definition two_names : list triple := [Attr 0 0 4; Attr 0 0 5].
Definition one_name : list triple := [Attr 0 0 6].
Definition names : grades := [((Attribute 0, 4, 6)%nat, 9)].

Example names_not_alone :
  check_graded dup_set 10 names two_names one_name 1 1 [(0, 0)]%nat 9 1 9 (rows_leaf [0 :-> 9]) = false.
Proof. reflexivity. Qed.

Example names_not_alone_on_the_right :
  check_graded dup_set 10 [((Attribute 0, 6, 4)%nat, 9)] one_name two_names 1 1 [(0, 0)]%nat 9 1 9 (rows_leaf [0 :-> 9])
  = false.
Proof. reflexivity. Qed.

Example names_alone :
  check_graded dup_set 10 names [Attr 0 0 4; Attr 1 0 5] one_name 1 1 [(0, 0)]%nat 9 1 9 (rows_leaf [0 :-> 9]) = true.
Proof. reflexivity. Qed.

(** What the accepted certificate means. *)
Example pets_optimum phi :
  pinj phi -> graded_score dup_set (listed_similarity ages) 1000000 pets young phi <= 1700000.
Proof.
  apply (certified_graded dup_set 1000000 ages pets young 2 2 each_to_its_own 1700000 1 1700000
           (rows_leaf [0 :-> 900000; 1 :-> 800000])).
  vm_compute. reflexivity.
Qed.

End Examples.
