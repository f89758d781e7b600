(** * There is a best score, and a certificate of it

    [optimum rule A B] looks at all sublists of the candidates, of which there are finitely many, and is the best score
    ([optimum_best]), under every rule for repeated triples.  So [SMATCH] is decidable ([smatch_optimum]), and the
    distance of Metric.v is one for any two graphs, not only for those that have a best score.

    Certificate.v says that what the checker accepts is true.  Here is the converse, [certificate_complete]: of every
    best alignment, with any bound that no alignment exceeds, the checker accepts some proof, with step 1
    ([certificate_complete_graded]: of S2match, too).  The proof is
    the tree [exhaustive] that branches on every candidate, so it says nothing about the size of what a solver writes.
    At the end of a branch nothing is left to choose: the live pairs are one alignment, and its duals ([charge]) let
    the row of each pair pay for what the pair matches alone and with the pairs after it. *)

From Coq Require Import Arith Lia Bool List Permutation ZArith.
From SmatchProof Require Import Smatch Sums Certificate Graded Metric.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Duals of an alignment *)

Section Charge.

Variable U : nat * nat -> Z.
Variable W : nat * nat -> nat * nat -> Z.

(** What a pair matches with each of the pairs [l], under their rows. *)
Definition with_rows (p : nat * nat) (l : align) : table := map (fun q => (fst q, W p q)) l.

Fixpoint star_charge (phi : align) : list ((nat * nat) * (table * table)) :=
  match phi with
  | [] => []
  | p :: rest => (p, (with_rows p rest, [])) :: star_charge rest
  end.

Fixpoint row_charge (phi : align) : table :=
  match phi with
  | [] => []
  | p :: rest => (fst p, U p + zsum (W p) rest) :: row_charge rest
  end.

Definition charge (phi : align) : duals :=
  {| D := 1; stars := star_charge phi; rows := row_charge phi; columns := []; cliques := [] |}.

Lemma row_charge_fst phi : map fst (row_charge phi) = map fst phi.
Proof. induction phi as [|p r IH]; simpl; congruence. Qed.

Lemma star_charge_fst phi : map fst (star_charge phi) = phi.
Proof. induction phi as [|p r IH]; simpl; congruence. Qed.

Lemma row_charge_sum phi : zsum snd (row_charge phi) = value U W phi.
Proof. induction phi as [|p r IH]; simpl; [reflexivity|]. rewrite IH. reflexivity. Qed.

Lemma with_rows_sum p l : zsum snd (with_rows p l) = zsum (W p) l.
Proof. unfold with_rows. rewrite zsum_map. reflexivity. Qed.

Lemma with_rows_fst p l : map fst (with_rows p l) = map fst l.
Proof. unfold with_rows. rewrite map_map. reflexivity. Qed.

Lemma entry_absent t i : ~ In i (map fst t) -> entry t i = 0.
Proof.
  induction t as [|[k x] t IH]; simpl; [reflexivity|]. intros H.
  destruct (Nat.eqb_spec k i); [tauto | apply IH; tauto].
Qed.

Lemma entry_with_rows p l q : NoDup (map fst l) -> In q l -> entry (with_rows p l) (fst q) = W p q.
Proof.
  induction l as [|a l IH]; [intros _ []|]. cbn [map with_rows entry]. intros ND H.
  apply NoDup_cons_iff in ND. destruct ND as [Fresh ND]. destruct H as [->|H].
  - rewrite Nat.eqb_refl. reflexivity.
  - destruct (Nat.eqb_spec (fst a) (fst q)) as [E|_]; [|apply IH; assumption].
    exfalso. apply Fresh. rewrite E. apply in_map, H.
Qed.

Hypothesis W_nonneg : forall p q, 0 <= W p q.

(** Each pair of the alignment has the pairs after it as its star, and its row pays for both. *)
Lemma charge_at phi p : pinj phi -> In p phi -> exists rest,
  star (star_charge phi) p = (with_rows p rest, []) /\ entry (row_charge phi) (fst p) = U p + zsum (W p) rest /\
  incl rest phi /\ NoDup (map fst rest).
Proof.
  intros [N _] H. induction phi as [|a phi IH]; [destruct H|].
  simpl in N. apply NoDup_cons_iff in N. destruct N as [Fresh N].
  cbn [star_charge row_charge star entry]. destruct (pair_dec a p) as [->|Ne].
  - exists phi. rewrite Nat.eqb_refl. repeat split; auto using incl_tl, incl_refl.
  - destruct H as [H|H]; [contradiction|]. destruct (IH N H) as (rest & E1 & E2 & I & ND).
    exists rest. split; [exact E1|]. split; [|split; [apply incl_tl, I | exact ND]].
    destruct (Nat.eqb_spec (fst a) (fst p)) as [E|_]; [|exact E2].
    exfalso. apply Fresh. rewrite E. apply in_map, H.
Qed.

(** Of two pairs of the alignment one comes first, and its star pays for what they match together. *)
Lemma charge_couple phi p q : NoDup (map fst phi) -> (forall p q, W p q = W q p) -> In p phi -> In q phi -> p <> q ->
  W p q <= entry (fst (star (star_charge phi) p)) (fst q) + entry (fst (star (star_charge phi) q)) (fst p).
Proof.
  intros N Sym Hp Hq Ne. induction phi as [|a phi IH]; [destruct Hp|].
  simpl in N. apply NoDup_cons_iff in N. destruct N as [Fresh N].
  assert (Nonneg : forall l x k, 0 <= entry (fst (star (star_charge l) x)) k).
  { induction l as [|y l IHl]; intros x k; [simpl; lia|]. cbn [star_charge star].
    destruct (pair_dec y x) as [->|_]; [|apply IHl]. cbn [fst]. apply nonnegb_entry.
    unfold nonnegb, with_rows. rewrite forallb_forall. intros e He. apply in_map_iff in He.
    destruct He as (z & <- & _). apply Z.leb_le, W_nonneg. }
  destruct Hp as [->|Hp], Hq as [->|Hq]; [congruence | | |].
  - assert (E := entry_with_rows p phi q N Hq). cbn [star_charge star] in *.
    destruct (pair_dec p p) as [_|]; [|tauto]. cbn [fst]. rewrite E.
    destruct (pair_dec p q); [congruence|]. specialize (Nonneg phi q (fst p)). lia.
  - assert (E := entry_with_rows q phi p N Hp). cbn [star_charge star] in *.
    destruct (pair_dec q q) as [_|]; [|tauto]. cbn [fst]. rewrite E.
    destruct (pair_dec q p); [congruence|]. specialize (Nonneg phi p (fst q)). rewrite (Sym q p). lia.
  - cbn [star_charge star]. destruct (pair_dec a p) as [->|_].
    + exfalso. apply Fresh, in_map, Hp.
    + destruct (pair_dec a q) as [->|_]; [exfalso; apply Fresh, in_map, Hq | apply IH; assumption].
Qed.

End Charge.

(** ** The tree that branches on every candidate *)

Section Complete.

Variables m n : nat.
Variable U : nat * nat -> Z.
Variable W : nat * nat -> nat * nat -> Z.
Variable P : list (nat * nat).
Variable couples : list ((nat * nat) * (nat * nat)).
Variables claim step : Z.
Hypothesis U_nonneg : forall p, 0 <= U p.
Hypothesis W_nonneg : forall p q, 0 <= W p q.
Hypothesis W_sym : forall p q, W p q = W q p.
Hypothesis W_diag : forall p, W p p = 0.
Hypothesis P_once : NoDup P.
Hypothesis P_inside : forall p, In p P -> (fst p < m)%nat /\ (snd p < n)%nat.
Hypothesis step_positive : 1 <= step.
Hypothesis all_within : forall phi, pinj phi -> incl phi P -> value U W phi <= claim.

Fixpoint exhaustive (todo : list (nat * nat)) (N : node) : tree :=
  match todo with
  | [] => Leaf (charge U W (live P N))
  | p :: rest => Branch p (exhaustive rest (force p N)) (exhaustive rest (forbid p N))
  end.

(** Every candidate that is not to do is forced or forbidden, and only candidates are forced. *)
Definition decided (todo : list (nat * nat)) (N : node) : Prop :=
  forall p, In p P -> In p todo \/ In p (forced N) \/ In p (forbidden N).

Lemma live_alignment N : decided [] N -> pinj (live P N) /\ incl (live P N) P.
Proof.
  intros Done. assert (Sub : incl (live P N) P) by (intros p Hp; apply (in_live m U W) in Hp; tauto).
  assert (ND : NoDup (live P N)).
  { unfold live. destruct (consistentb N); [apply NoDup_filter, P_once | constructor]. }
  assert (Fit : forall p q, In p (live P N) -> In q (live P N) -> compatible p q).
  { intros p q Hp Hq. apply (in_live m U W) in Hp, Hq. destruct Hp as (_ & _ & _ & Hp), Hq as (_ & HP & Hq & _).
    apply Hp. destruct (Done q HP) as [[]|[K|K]]; [exact K | contradiction]. }
  split; [|exact Sub]. clear Sub. induction (live P N) as [|p l IH]; [split; constructor|].
  apply NoDup_cons_iff in ND. destruct ND as [Fresh ND].
  assert (IH' : pinj l) by (apply IH; [exact ND | intros; apply Fit; simpl; auto]).
  assert (Away : forall q, In q l -> fst p <> fst q /\ snd p <> snd q).
  { intros q Hq. destruct (Fit p q) as [->|K]; [simpl; auto | simpl; auto | contradiction | exact K]. }
  destruct IH' as [N1 N2]. split; simpl; constructor; auto; intros K; apply in_map_iff in K;
    destruct K as (q & E & K); destruct (Away q K); congruence.
Qed.

Lemma tableb_iff size t : tableb size t = true <-> NoDup (map fst t) /\ forall e, In e t -> (fst e < size)%nat.
Proof.
  unfold tableb. rewrite andb_true_iff, distinct_iff, forallb_forall.
  split; intros [H K]; (split; [exact H|]); intros e He; apply Nat.ltb_lt, K, He.
Qed.

Lemma last_leaf N :
  decided [] N -> treeb m n U W P couples claim step N (Leaf (charge U W (live P N))) = true.
Proof.
  intros Done. destruct (live_alignment N Done) as [PI Sub]. assert (N1 := proj1 PI).
  set (phi := live P N) in *. cbn [treeb].
  assert (Inside : forall p, In p phi -> (fst p < m)%nat /\ (snd p < n)%nat) by (intros p Hp; apply P_inside, Sub, Hp).
  assert (Table : tableb m (row_charge U W phi) = true).
  { apply tableb_iff. rewrite row_charge_fst. split; [exact N1|]. intros e He.
    assert (K := in_map fst _ _ He). rewrite row_charge_fst in K. apply in_map_iff in K.
    destruct K as (p & <- & Hp). apply Inside, Hp. }
  assert (Stars : forall l, pinj l -> incl l phi -> forall e, In e (star_charge W l) -> In (fst e) phi /\
            snd (snd e) = [] /\ tableb m (fst (snd e)) = true /\ nonnegb (fst (snd e)) = true).
  { induction l as [|p l IH]; [intros _ _ e []|]. intros [M1 M2] Sub' e.
    simpl in M1, M2. apply NoDup_cons_iff in M1, M2. destruct M1 as [_ M1], M2 as [_ M2].
    assert (Sub'' : incl l phi) by (intros x Hx; apply Sub'; simpl; auto).
    intros [<-|He]; [|apply IH; [split; assumption | exact Sub'' | exact He]]. cbn [fst snd].
    split; [apply Sub'; simpl; auto|]. split; [reflexivity|]. split.
    - apply tableb_iff. rewrite with_rows_fst. split; [exact M1|]. intros x Hx.
      apply in_map_iff in Hx. destruct Hx as (q & <- & Hq). apply Inside, Sub'', Hq.
    - unfold nonnegb, with_rows. rewrite forallb_forall. intros x Hx. apply in_map_iff in Hx.
      destruct Hx as (q & <- & _). apply Z.leb_le, W_nonneg. }
  specialize (Stars phi PI (incl_refl phi)).
  assert (Nonneg : forall i, 0 <= entry (row_charge U W phi) i).
  { intros i. apply nonnegb_entry. clear - U_nonneg W_nonneg. generalize phi. intros l.
    induction l as [|p l IH]; [reflexivity|]. unfold nonnegb in *. cbn [row_charge forallb snd].
    rewrite IH, andb_true_r. apply Z.leb_le. assert (0 <= zsum (W p) l) by (apply zsum_nonneg; auto).
    specialize (U_nonneg p). lia. }
  assert (Form : formb m n (charge U W phi) = true).
  { unfold formb, charge. cbn [rows columns stars cliques forallb]. rewrite Table, star_charge_fst. cbn [tableb].
    rewrite !andb_true_iff. repeat split.
    - apply distinct_iff. apply (NoDup_map_inv fst), N1.
    - apply forallb_forall. intros [[i j] [r s]] He. destruct (Stars _ He) as (Hp & E & T & _).
      cbn [fst snd] in *. subst s. destruct (Inside _ Hp) as [Hi Hj]. cbn [fst snd] in Hi, Hj.
      apply Nat.ltb_lt in Hi, Hj. rewrite Hi, Hj, T. reflexivity. }
  assert (Signs : I1b m n N (charge U W phi) = true).
  { unfold I1b, charge. cbn [D stars]. rewrite !andb_true_iff. repeat split.
    - apply forallb_forall. intros e He. destruct (Stars e He) as (_ & -> & _ & K). rewrite K. reflexivity.
    - apply forallb_forall. intros i _. rewrite orb_true_iff. right. apply Z.leb_le, Nonneg.
    - apply forallb_forall. intros j _. rewrite orb_true_iff. right. reflexivity. }
  assert (Couples : I2b W P couples N (charge U W phi) = true).
  { unfold I2b. fold phi. apply forallb_forall. intros [p q] _.
    destruct (mem pair_dec p phi) eqn:Ep; [|reflexivity]. destruct (mem pair_dec q phi) eqn:Eq; [|reflexivity].
    cbn [andb]. apply mem_iff in Ep, Eq. apply Z.leb_le. unfold due, cliques_pay, star_r, star_s, charge.
    cbn [D stars cliques in_cliques flat_map zsum].
    destruct (charge_at U W phi p PI Ep) as (rp & Sp & _), (charge_at U W phi q PI Eq) as (rq & Sq & _).
    assert (Snd : snd (star (star_charge W phi) p) = [] /\ snd (star (star_charge W phi) q) = [])
      by (rewrite Sp, Sq; auto).
    destruct Snd as [-> ->]. cbn [entry]. destruct (pair_dec p q) as [->|Ne].
    - rewrite W_diag. rewrite Sq. cbn [fst]. assert (K : 0 <= entry (with_rows W q rq) (fst q)); [|lia].
      apply nonnegb_entry. unfold nonnegb, with_rows. rewrite forallb_forall. intros x Hx.
      apply in_map_iff in Hx. destruct Hx as (z & <- & _). apply Z.leb_le, W_nonneg.
    - assert (K := charge_couple U W W_nonneg phi p q N1 W_sym Ep Eq Ne). lia. }
  assert (Paid : I3b m n U P N (charge U W phi) = true).
  { unfold I3b. fold phi. apply forallb_forall. intros p Hp. apply Z.leb_le.
    destruct (charge_at U W phi p PI Hp) as (rest & Sp & Rp & Sub' & ND).
    unfold needed, own, cliques_pay, star_r, star_s, dual_a, dual_b, charge.
    cbn [D rows columns stars cliques in_cliques flat_map zsum entry].
    rewrite Sp, Rp. cbn [fst snd entry]. rewrite table_sum.
    - rewrite with_rows_sum, zsum_0. lia.
    - apply tableb_iff. rewrite with_rows_fst. split; [exact ND|]. intros e He.
      apply in_map_iff in He. destruct He as (q & <- & Hq). apply Inside, Sub', Hq. }
  unfold dualsb, I5b. rewrite Form, Signs, Couples, Paid. cbn [andb charge cliques forallb].
  unfold I4b. apply Z.leb_le.
  change (zsum (entry (row_charge U W phi)) (seq 0 m) + zsum (fun _ => 0) (seq 0 n) + 0 <= 1 * claim + 1 * step - 1).
  rewrite (table_sum m _ Table), row_charge_sum, zsum_0.
  assert (K := all_within phi PI Sub). lia.
Qed.

Theorem exhaustive_accepted todo : forall N, incl todo P -> decided todo N ->
  treeb m n U W P couples claim step N (exhaustive todo N) = true.
Proof.
  induction todo as [|p rest IH]; intros N Sub Dec; [apply last_leaf, Dec|]. cbn [exhaustive treeb].
  assert (Hp : In p P) by (apply Sub; simpl; auto).
  assert (Rest : incl rest P) by (intros x Hx; apply Sub; simpl; auto).
  apply (mem_iff pair_dec) in Hp. rewrite Hp. cbn [andb]. rewrite !IH; auto; intros q Hq; cbn [force forbid forced forbidden];
    destruct (Dec q Hq) as [[->|K]|[K|K]]; simpl; auto.
Qed.

End Complete.

(** Completeness for any worth of matches: an alignment within the graphs, and a bound that none exceeds. *)
Theorem check_with_complete L R worth m n phi attained bound :
  (forall t, In t L -> below m t = true) -> (forall t, In t R -> below n t = true) ->
  C1 m n phi = true -> gain L R worth phi = Z.of_nat attained ->
  (forall phi', pinj phi' -> gain L R worth phi' <= Z.of_nat bound) ->
  exists t, check_with L R worth m n phi attained 1 bound t = true.
Proof.
  intros BL BR One Worth Most. set (ms := matches L R worth).
  exists (exhaustive (Uof ms) (Wof ms) (candidates ms) (candidates ms) root).
  unfold check_with. fold ms. rewrite !andb_true_iff. repeat split.
  - apply forallb_forall, BL.
  - apply forallb_forall, BR.
  - exact One.
  - unfold C2. apply Z.eqb_eq. rewrite <- Worth. symmetry. apply gain_value.
    unfold C1 in One. rewrite !andb_true_iff, !distinct_iff in One. split; apply One.
  - unfold stepb. rewrite !andb_true_iff. repeat split; [apply Z.eqb_eq, Z.mod_1_r | |];
      apply forallb_forall; intros; apply Z.eqb_eq, Z.mod_1_r.
  - apply exhaustive_accepted.
    + apply Uof_nonneg.
    + apply Wof_nonneg.
    + apply Wof_sym.
    + apply Wof_diag.
    + apply NoDup_nodup.
    + intros p Hp. apply (candidates_inside L R worth m n BL BR p Hp).
    + lia.
    + intros f Pf _. unfold ms. rewrite <- gain_value by exact Pf. apply Most, Pf.
    + apply incl_refl.
    + intros p Hp. left. exact Hp.
Qed.

(** Every best alignment has a certificate that the checker accepts. *)
Theorem certificate_complete rule A B m n phi bound :
  (forall t, In t A -> below m t = true) -> (forall t, In t B -> below n t = true) ->
  C1 m n phi = true -> (forall phi', pinj phi' -> (score_copies rule A B phi' <= bound)%nat) ->
  exists t, check_copies rule A B m n phi (score_copies rule A B phi) 1 bound t = true.
Proof.
  intros BA BB One Most. unfold check_copies. apply check_with_complete.
  - intros t Ht. apply BA, (nodup_In triple_eq_dec), Ht.
  - intros t Ht. apply BB, (nodup_In triple_eq_dec), Ht.
  - exact One.
  - symmetry. apply score_copies_gain.
  - intros f Pf. rewrite <- score_copies_gain. apply inj_le, Most, Pf.
Qed.

(** *** With similarities *)

Lemma graded_positive gs A B : (forall k g, lookup gs k = Some g -> 0 <= g) ->
  forall e, In e (graded_matches gs A B) -> 0 <= snd e.
Proof.
  intros Pos e H. apply in_flat_map in H. destruct H as (t & _ & H). apply in_flat_map in H. destruct H as (t' & _ & H).
  unfold graded_match in H. destruct (resemblance t t') as [(p & k)|]; [|destruct H].
  destruct (lookup gs k) as [g|] eqn:E; [|destruct H]. destruct H as [<-|[]]. apply (Pos k g E).
Qed.

Lemma lookup_positive N gs : gradesb N gs = true -> forall k g, lookup gs k = Some g -> 0 <= g.
Proof.
  intros Form [[r x] y] g E. assert (K := listed_range N gs Form r x y). unfold listed_similarity in K. rewrite E in K. lia.
Qed.

Lemma Gof_nonneg gs A B p : (forall k g, lookup gs k = Some g -> 0 <= g) -> 0 <= Gof (graded_matches gs A B) p.
Proof.
  intros Pos. apply zsum_nonneg. intros e He. destruct (pair_dec (fst e) p); [|lia].
  apply (graded_positive gs A B Pos e He).
Qed.

Lemma graded_score_value rule N gs A B phi : pinj phi ->
  graded_score rule (listed_similarity gs) N A B phi
  = value (fun x => N * Uof (matches (nodup triple_eq_dec A) (nodup triple_eq_dec B)
              (fun t u => copies rule (count_occ triple_eq_dec A t) (count_occ triple_eq_dec B u))) x
              + Gof (graded_matches gs A B) x)
      (fun x y => N * Wof (matches (nodup triple_eq_dec A) (nodup triple_eq_dec B)
              (fun t u => copies rule (count_occ triple_eq_dec A t) (count_occ triple_eq_dec B u))) x y) phi.
Proof.
  intros PI. unfold graded_score. rewrite value_graded, score_copies_gain, gain_value by exact PI.
  rewrite graded_gain_value by exact PI. reflexivity.
Qed.

(** The same of S2match: every best alignment has a certificate that [check_graded] accepts. *)
Theorem certificate_complete_graded rule N gs A B m n phi bound :
  (forall t, In t A -> below m t = true) -> (forall t, In t B -> below n t = true) ->
  gradesb N gs = true -> C1 m n phi = true ->
  (forall phi', pinj phi' -> graded_score rule (listed_similarity gs) N A B phi' <= bound) ->
  exists t, check_graded rule N gs A B m n phi (graded_score rule (listed_similarity gs) N A B phi) 1 bound t = true.
Proof.
  intros BA BB Form One Most. unfold check_graded. cbv zeta.
  set (worth := fun t u => copies rule (count_occ triple_eq_dec A t) (count_occ triple_eq_dec B u)).
  set (ms := matches (nodup triple_eq_dec A) (nodup triple_eq_dec B) worth).
  set (graded := graded_matches gs A B).
  set (U := fun x => N * Uof ms x + Gof graded x). set (W := fun x y => N * Wof ms x y).
  set (P := nodup pair_dec (candidates ms ++ map fst graded)).
  exists (exhaustive U W P P root).
  assert (Unit : 1 <= N) by (unfold gradesb in Form; rewrite !andb_true_iff, Z.leb_le in Form; tauto).
  assert (Pos := lookup_positive N gs Form).
  assert (PI : pinj phi).
  { unfold C1 in One. rewrite !andb_true_iff, !distinct_iff in One. split; apply One. }
  rewrite !andb_true_iff. repeat split.
  - apply forallb_forall. intros t Ht. apply BA, (nodup_In triple_eq_dec), Ht.
  - apply forallb_forall. intros t Ht. apply BB, (nodup_In triple_eq_dec), Ht.
  - exact Form.
  - exact One.
  - apply Z.eqb_eq. symmetry. apply (graded_score_value rule N gs A B phi PI).
  - unfold stepb. rewrite !andb_true_iff. repeat split; [apply Z.eqb_eq, Z.mod_1_r | |];
      apply forallb_forall; intros; apply Z.eqb_eq, Z.mod_1_r.
  - apply exhaustive_accepted.
    + intros p. unfold U. assert (K := Gof_nonneg gs A B p Pos). fold graded in K.
      assert (L := Uof_nonneg (nodup triple_eq_dec A) (nodup triple_eq_dec B) worth p). fold ms in L. nia.
    + intros p q. apply Z.mul_nonneg_nonneg; [lia | apply Wof_nonneg].
    + intros p q. unfold W. rewrite (Wof_sym ms p q). reflexivity.
    + intros p. unfold W, ms. rewrite Wof_diag. lia.
    + apply NoDup_nodup.
    + intros p Hp. apply nodup_In, in_app_iff in Hp. destruct Hp as [Hp|Hp].
      * apply (candidates_inside (nodup triple_eq_dec A) (nodup triple_eq_dec B) worth); [| |exact Hp];
          intros t Ht; [apply BA | apply BB]; apply (nodup_In triple_eq_dec), Ht.
      * apply (graded_inside gs A B m n p BA BB Hp).
    + lia.
    + intros f Pf _. specialize (Most f Pf). rewrite (graded_score_value rule N gs A B f Pf) in Most. exact Most.
    + apply incl_refl.
    + intros p Hp. left. exact Hp.
Qed.

(** ** The best score *)

Fixpoint sublists {T} (l : list T) : list (list T) :=
  match l with
  | [] => [[]]
  | x :: r => sublists r ++ map (cons x) (sublists r)
  end.

Lemma filter_sublist {T} (f : T -> bool) l : In (filter f l) (sublists l).
Proof.
  induction l as [|x l IH]; simpl; [auto|]. rewrite in_app_iff. destruct (f x); [right; apply in_map, IH | left; exact IH].
Qed.

Definition one_to_one (phi : align) : bool :=
  distinct Nat.eq_dec (map fst phi) && distinct Nat.eq_dec (map snd phi).

Lemma one_to_one_iff phi : one_to_one phi = true <-> pinj phi.
Proof. unfold one_to_one, pinj. rewrite andb_true_iff, !distinct_iff. reflexivity. Qed.

Definition weights_of (rule : duplicates) (A B : list triple) : list (need * Z) :=
  matches (nodup triple_eq_dec A) (nodup triple_eq_dec B)
    (fun t u => copies rule (count_occ triple_eq_dec A t) (count_occ triple_eq_dec B u)).

(** All alignments of candidates, and the best score of them: a solver that tries everything. *)
Definition alignments (rule : duplicates) (A B : list triple) : list align :=
  filter one_to_one (sublists (candidates (weights_of rule A B))).

Definition optimum (rule : duplicates) (A B : list triple) : nat :=
  list_max (map (score_copies rule A B) (alignments rule A B)).

Lemma value_permutation U W phi psi :
  (forall p q, W p q = W q p) -> (forall p, W p p = 0) -> Permutation phi psi -> value U W phi = value U W psi.
Proof.
  intros Sym Diag Perm. enough (2 * value U W phi = 2 * value U W psi) by lia. rewrite !value_val2 by assumption.
  unfold val2. rewrite (zsum_permutation _ phi psi Perm). apply zsum_ext. intros p _.
  rewrite (zsum_permutation _ phi psi Perm). reflexivity.
Qed.

Lemma score_within rule A B phi : pinj phi ->
  exists psi, In psi (alignments rule A B) /\ score_copies rule A B psi = score_copies rule A B phi.
Proof.
  intros PI. set (ms := weights_of rule A B). set (P := candidates ms).
  set (psi := filter (fun p => mem pair_dec p phi) P). exists psi.
  assert (ND : NoDup phi) by (apply (NoDup_map_inv fst), PI).
  assert (Perm : Permutation psi (weighted P phi)).
  { apply NoDup_Permutation; [apply NoDup_filter, NoDup_nodup | apply NoDup_filter, ND|].
    intros p. unfold psi, weighted. rewrite !filter_In, !mem_iff. tauto. }
  assert (PW : pinj (weighted P phi)) by (apply filter_pinj, PI).
  assert (PP : pinj psi).
  { destruct PW as [N1 N2]. split; [apply (Permutation_NoDup (l := map fst (weighted P phi)))
    | apply (Permutation_NoDup (l := map snd (weighted P phi)))]; auto; apply Permutation_map, Permutation_sym, Perm. }
  split.
  - apply filter_In. split; [apply filter_sublist | apply one_to_one_iff, PP].
  - apply Nat2Z.inj. rewrite !score_copies_gain, !gain_value by assumption.
    change (value (Uof ms) (Wof ms) psi = value (Uof ms) (Wof ms) phi). transitivity (value (Uof ms) (Wof ms) (weighted P phi)).
    + apply value_permutation; [apply Wof_sym | apply Wof_diag | exact Perm].
    + apply weighted_value. intros p Hp. apply candidates_all, Hp.
Qed.

(** There is a best score, under every rule, and [optimum] computes it. *)
Theorem optimum_best rule A B : best rule A B (optimum rule A B).
Proof.
  assert (Le : forall phi, pinj phi -> (score_copies rule A B phi <= optimum rule A B)%nat).
  { intros phi PI. destruct (score_within rule A B phi PI) as (psi & Hpsi & <-). unfold optimum.
    assert (K := proj1 (list_max_le (map (score_copies rule A B) (alignments rule A B)) _) (Nat.le_refl _)).
    rewrite Forall_forall in K. apply K, in_map, Hpsi. }
  split; [|exact Le].
  assert (Some_alignment : In [] (alignments rule A B)).
  { unfold alignments. apply filter_In. split; [|reflexivity].
    generalize (candidates (weights_of rule A B)). intros l. induction l as [|x l IH]; simpl; [auto|].
    apply in_app_iff. auto. }
  assert (Attained : forall l, l <> [] -> exists psi, In psi l /\ score_copies rule A B psi = list_max (map (score_copies rule A B) l)).
  { induction l as [|psi [|psi' l] IH]; intros Ne; [tauto | exists psi; simpl; rewrite Nat.max_0_r; auto|].
    destruct IH as (chi & Hchi & E); [discriminate|]. cbn [map list_max fold_right] in *.
    destruct (Nat.max_spec (score_copies rule A B psi) (list_max (map (score_copies rule A B) (psi' :: l)))) as [[_ K]|[_ K]].
    - exists chi. split; [right; exact Hchi | rewrite E; symmetry; exact K].
    - exists psi. split; [left; reflexivity | symmetry; exact K]. }
  destruct (Attained (alignments rule A B)) as (psi & Hpsi & E); [intros K; rewrite K in Some_alignment; destruct Some_alignment|].
  exists psi. split; [|exact E]. apply filter_In in Hpsi. apply one_to_one_iff, Hpsi.
Qed.

Theorem best_iff rule A B M : best rule A B M <-> M = optimum rule A B.
Proof.
  split; [|intros ->; apply optimum_best]. intros H. apply (best_unique rule A B); [exact H | apply optimum_best].
Qed.

(** So the question is decidable, as are those about precision and F-scores. *)
Theorem smatch_optimum A B k : NoDup A -> SMATCH A B k <-> (k <= optimum dup_set A B)%nat.
Proof.
  intros ND. destruct (optimum_best dup_set A B) as [(phi & PI & E) Le]. split.
  - intros (psi & PS & K). specialize (Le psi PS). rewrite score_copies_plain in Le by auto. lia.
  - intros K. exists phi. split; [exact PI|]. rewrite <- (score_copies_plain dup_set) by auto. lia.
Qed.

(** *** The distance of any two graphs *)

Definition d (rule : duplicates) (A B : list triple) : Z := distance rule A B (optimum rule A B).

Theorem pseudometric rule : rule <> dup_product ->
  (forall A B, 0 <= d rule A B) /\ (forall A, d rule A A = 0) /\ (forall A B, d rule A B = d rule B A) /\
  forall A B C, d rule A C <= d rule A B + d rule B C.
Proof.
  intros Rule. unfold d. repeat split; intros.
  - apply distance_nonneg; [exact Rule | apply optimum_best].
  - apply distance_self; [exact Rule | apply optimum_best].
  - apply distance_symmetric; apply optimum_best.
  - apply distance_triangle; auto using optimum_best.
Qed.

(** F1 = 2 M / (|A| + |B|) is 1 if and only if the graphs are one up to the names of variables. *)
Theorem f1_is_1_iff_isomorphic A B : NoDup A -> NoDup B ->
  (2 * optimum dup_set A B = length A + length B)%nat <-> isomorphic A B.
Proof.
  intros NA NB. rewrite <- (f1_isomorphic A B _ (optimum_best dup_set A B)).
  rewrite !nodup_fixed_point by assumption. reflexivity.
Qed.
