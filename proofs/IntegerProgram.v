(** * The integer program that is exported has the best score as its optimum

    [tight_model ms] is the integer program of exact/models.py that OPB, LP and MPS files write down, for the matches
    [ms] of two graphs: a variable [X p] for each candidate pair, a variable [Y p q] for each couple of pairs that match
    something together, and the rows

      for each variable of either side      the sum of X over the pairs of that variable is at most 1
      for each pair p and other variable    the sum of Y over the couples of p with a pair of that variable is at most X p

    to maximise the sum of U(p) X(p) and W(p,q) Y(p,q).  Then

    - the alignments of greatest value are solutions, with all variables 0 or 1                  ([program_attained]);
    - no solution is worth more, even if only the X are integers and the Y are fractions         ([program_bound]).

    So the maximum is the best score under every rule for repeated triples ([program_optimum]), and the minimum of what
    an OPB file asks, which has everything negated, is minus the best score ([opb_optimum]).

    The fractions: a solution gives every variable an integer over the common denominator [d].  For the bound, take the
    pairs whose X is not 0.  By the first rows they are an alignment, and each of these X is 1; by the second rows Y is
    0 unless both of its pairs are chosen, and at most 1. *)

From Coq Require Import Arith Lia Bool List Permutation ZArith.
From SmatchProof Require Import Smatch Sums Certificate Graded Metric Optimum.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Integer programs *)

Local Notation pair := (nat * nat)%type.

Inductive variable := X (p : pair) | Y (p q : pair).

Definition linear := list (Z * variable).

(** The sum of the terms is at most [most]. *)
Record row := Row { terms : linear; most : Z }.

Record program := Program { objective : linear; constraints : list row }.

Definition total_of (v : variable -> Z) (l : linear) : Z := zsum (fun t => fst t * v (snd t)) l.

(** A solution over the denominator [d]: nothing is negative, every X is an integer, and all rows hold. *)
Definition solution (d : Z) (v : variable -> Z) (M : program) : Prop :=
  (forall x, 0 <= v x) /\ (forall p, (d | v (X p))) /\
  forall r, In r (constraints M) -> total_of v (terms r) <= d * most r.

(** ** The model *)

Definition before (p q : pair) : bool :=
  Nat.ltb (fst p) (fst q) || (Nat.eqb (fst p) (fst q) && Nat.ltb (snd p) (snd q)).

(** A couple is written with its smaller pair first. *)
Definition couple (p q : pair) : pair * pair := if before p q then (p, q) else (q, p).

Definition couples_once (ms : list (need * Z)) : list (pair * pair) :=
  nodup couple_dec (flat_map (fun e => match fst e with Two p q => [couple p q] | _ => [] end) ms).

(** The couples of [p], each with its other pair. *)
Definition partners (ms : list (need * Z)) (p : pair) : list (pair * (pair * pair)) :=
  flat_map (fun c => if pair_dec (fst c) p then [(snd c, c)] else if pair_dec (snd c) p then [(fst c, c)] else [])
    (couples_once ms).

Definition y_of (c : pair * pair) : variable := Y (fst c) (snd c).

Definition one_row (side : pair -> nat) (P : list pair) (i : nat) : row :=
  Row (map (fun p => (1, X p)) (filter (fun p => Nat.eqb (side p) i) P)) 1.

Definition star_row (side : pair -> nat) (ms : list (need * Z)) (p : pair) (k : nat) : row :=
  Row (map (fun x => (1, y_of (snd x))) (filter (fun x => Nat.eqb (side (fst x)) k) (partners ms p)) ++ [(-1, X p)]) 0.

Definition tight_model (ms : list (need * Z)) : program :=
  let P := candidates ms in
  Program
    (map (fun p => (Uof ms p, X p)) (filter (fun p => 0 <? Uof ms p) P)
     ++ map (fun c => (Wof ms (fst c) (snd c), y_of c)) (couples_once ms))
    (map (one_row fst P) (nodup Nat.eq_dec (map fst P))
     ++ map (one_row snd P) (nodup Nat.eq_dec (map snd P))
     ++ flat_map (fun p => map (star_row fst ms p) (nodup Nat.eq_dec (map (fun x => fst (fst x)) (partners ms p)))
                        ++ map (star_row snd ms p) (nodup Nat.eq_dec (map (fun x => snd (fst x)) (partners ms p)))) P).

(** ** Couples *)

Lemma before_total p q : p <> q -> before q p = negb (before p q).
Proof.
  destruct p as [i j], q as [k l]. unfold before. cbn [fst snd]. intros Ne.
  destruct (Nat.ltb_spec i k), (Nat.eqb_spec i k), (Nat.ltb_spec k i), (Nat.eqb_spec k i), (Nat.ltb_spec j l), (Nat.ltb_spec l j);
    cbn; try reflexivity; try lia; exfalso; apply Ne; f_equal; lia.
Qed.

Lemma couple_sym p q : couple p q = couple q p.
Proof.
  destruct (pair_dec p q) as [->|Ne]; [reflexivity|]. unfold couple. rewrite (before_total p q Ne).
  destruct (before p q); reflexivity.
Qed.

Section Program.

Variable ms : list (need * Z).
Hypothesis different : forall p q x, In (Two p q, x) ms -> p <> q.
Hypothesis nonneg : forall w x, In (w, x) ms -> 0 <= x.

Lemma in_couples_once c : In c (couples_once ms) <-> exists p q x, In (Two p q, x) ms /\ c = couple p q.
Proof.
  unfold couples_once. rewrite nodup_In, in_flat_map. split.
  - intros ([w x] & H & K). destruct w as [|p|p q]; cbn in K; [destruct K | destruct K|].
    destruct K as [<-|[]]. eauto.
  - intros (p & q & x & H & ->). exists (Two p q, x). split; [exact H | simpl; auto].
Qed.

(** Both orders of a couple are written in one way. *)
Lemma couple_normal c : In c (couples_once ms) -> couple (fst c) (snd c) = c /\ fst c <> snd c.
Proof.
  intros H. apply in_couples_once in H. destruct H as (p & q & x & H & ->). assert (Ne := different p q x H).
  destruct (before p q) eqn:E.
  - assert (K : couple p q = (p, q)) by (unfold couple; rewrite E; reflexivity).
    rewrite K. cbn [fst snd]. auto.
  - assert (K : couple p q = (q, p)) by (unfold couple; rewrite E; reflexivity).
    rewrite K. cbn [fst snd]. rewrite couple_sym. auto.
Qed.

Lemma in_partners p q c :
  In (q, c) (partners ms p) <-> In c (couples_once ms) /\ c = couple p q /\ p <> q.
Proof.
  unfold partners. rewrite in_flat_map. split.
  - intros (c' & H & K). destruct (couple_normal c' H) as [N Ne].
    destruct (pair_dec (fst c') p) as [<-|_]; [|destruct (pair_dec (snd c') p) as [<-|_]; [|destruct K]];
      destruct K as [K|[]]; injection K as <- <-; (split; [exact H|]).
    + split; [symmetry; exact N | exact Ne].
    + split; [rewrite couple_sym; symmetry; exact N | intros E; apply Ne; symmetry; exact E].
  - intros (H & -> & Ne). exists (couple p q). split; [exact H|]. unfold couple. destruct (before p q); cbn [fst snd].
    + destruct (pair_dec p p); [simpl; auto | tauto].
    + destruct (pair_dec q p); [congruence|]. destruct (pair_dec p p); [simpl; auto | tauto].
Qed.

Lemma partners_NoDup p : NoDup (map fst (partners ms p)).
Proof.
  unfold partners. assert (ND : NoDup (couples_once ms)) by apply NoDup_nodup.
  assert (N : forall c, In c (couples_once ms) -> couple (fst c) (snd c) = c) by (intros c H; apply couple_normal, H).
  induction (couples_once ms) as [|c l IH]; [constructor|]. apply NoDup_cons_iff in ND. destruct ND as [Fresh ND].
  assert (N' : forall c, In c l -> couple (fst c) (snd c) = c) by (intros; apply N; simpl; auto).
  specialize (IH ND N'). cbn [flat_map]. rewrite map_app.
  assert (Out : forall q, (fst c = p /\ snd c = q) \/ (snd c = p /\ fst c = q) ->
    ~ In q (map fst (flat_map (fun c => if pair_dec (fst c) p then [(snd c, c)]
                                        else if pair_dec (snd c) p then [(fst c, c)] else []) l))).
  { intros q Hq K. apply in_map_iff in K. destruct K as ([q' c'] & E & K). cbn in E. subst q'.
    apply in_flat_map in K. destruct K as (c'' & Hc & K). apply Fresh.
    assert (E : c = couple p q).
    { rewrite <- (N c) by (simpl; auto). destruct Hq as [[-> ->]|[-> ->]]; [reflexivity | apply couple_sym]. }
    assert (E'' : c'' = couple p q).
    { transitivity (couple (fst c'') (snd c'')); [symmetry; apply N', Hc|].
      destruct (pair_dec (fst c'') p) as [F|_]; [|destruct (pair_dec (snd c'') p) as [F|_]; [|destruct K]];
        destruct K as [K|[]]; apply pair_equal_spec in K; destruct K as [K _]; rewrite F, K;
        [reflexivity | apply couple_sym]. }
    rewrite E, <- E''. exact Hc. }
  destruct (pair_dec (fst c) p) as [F|_]; [|destruct (pair_dec (snd c) p) as [F|_]]; cbn [map List.app fst].
  - constructor; [apply Out; auto | exact IH].
  - constructor; [apply Out; auto | exact IH].
  - exact IH.
Qed.

(** ** The value of an alignment, over candidates and couples *)

Definition chosen (phi : align) (p : pair) : Z := b2z (mem pair_dec p phi).
Definition both_chosen (phi : align) (c : pair * pair) : Z :=
  b2z (mem pair_dec (fst c) phi && mem pair_dec (snd c) phi).

Lemma value_met phi : NoDup phi -> value (Uof ms) (Wof ms) phi = zsum (fun e => snd e * b2z (met phi (fst e))) ms.
Proof.
  intros ND. unfold Uof, Wof. rewrite (value_linear (fun e x => snd e * owns (fst e) x) (fun e x y => snd e * joins (fst e) x y)).
  apply zsum_ext. intros [w x] H. cbn [fst snd]. rewrite value_scale, value_need; [reflexivity | exact ND|].
  intros p q ->. apply (different p q x H).
Qed.

Lemma zsum_at {T} (f : T -> Z) l x : NoDup l -> In x l -> (forall y, In y l -> y <> x -> f y = 0) -> zsum f l = f x.
Proof. apply zsum_only. Qed.

Lemma in_candidates_ms p : In p (candidates ms) <-> exists w x, In (w, x) ms /\ In p (pairs_of w).
Proof.
  unfold candidates. rewrite nodup_In, in_flat_map. split.
  - intros ([w x] & H & K). eauto.
  - intros (w & x & H & K). exists (w, x). auto.
Qed.

Theorem value_model phi : NoDup phi ->
  value (Uof ms) (Wof ms) phi
  = zsum (fun p => Uof ms p * chosen phi p) (candidates ms)
    + zsum (fun c => Wof ms (fst c) (snd c) * both_chosen phi c) (couples_once ms).
Proof.
  intros ND. rewrite value_met by exact ND. unfold Uof, Wof.
  rewrite (zsum_ext (fun p => _ * chosen phi p) (fun p => zsum (fun e => chosen phi p * (snd e * owns (fst e) p)) ms))
    by (intros p _; rewrite zsum_mul; lia).
  rewrite (zsum_ext (fun c => _ * both_chosen phi c)
             (fun c => zsum (fun e => both_chosen phi c * (snd e * joins (fst e) (fst c) (snd c))) ms))
    by (intros c _; rewrite zsum_mul; lia).
  rewrite (zsum_swap _ (candidates ms)), (zsum_swap _ (couples_once ms)), <- zsum_add.
  apply zsum_ext. intros [w x] H. cbn [fst snd].
  destruct w as [|p|p q]; cbn [met owns joins].
  - rewrite !zsum_zero; [cbn; lia | intros; lia | intros; lia].
  - rewrite (zsum_zero _ (couples_once ms)) by (intros; lia).
    rewrite (zsum_at _ (candidates ms) p).
    + destruct (pair_dec p p) as [_|]; [|tauto]. unfold chosen. lia.
    + apply NoDup_nodup.
    + apply in_candidates_ms. exists (One p), x. simpl. auto.
    + intros q _ Ne. destruct (pair_dec p q); [congruence | lia].
  - rewrite (zsum_zero _ (candidates ms)) by (intros; lia). assert (Ne := different p q x H).
    rewrite (zsum_at _ (couples_once ms) (couple p q)).
    + unfold both_chosen, couple. destruct (before p q); cbn [fst snd].
      * destruct (pair_dec p p), (pair_dec q q), (pair_dec q p); try tauto; try congruence; lia.
      * destruct (pair_dec p p), (pair_dec q q), (pair_dec p q); try tauto; try congruence.
        rewrite andb_comm. lia.
    + apply NoDup_nodup.
    + apply in_couples_once. eauto.
    + intros c Hc Nc. destruct (couple_normal c Hc) as [N _]. destruct c as [a b]. cbn [fst snd] in *.
      destruct (pair_dec p a) as [E1|_], (pair_dec q b) as [E2|_], (pair_dec q a) as [E3|_], (pair_dec p b) as [E4|_];
        try lia; exfalso; apply Nc; rewrite <- N; subst; (reflexivity || apply couple_sym).
Qed.

Lemma Uof_ms_nonneg p : 0 <= Uof ms p.
Proof.
  apply zsum_nonneg. intros [w x] H. cbn [fst snd].
  apply Z.mul_nonneg_nonneg; [apply (nonneg w x H) | apply owns_nonneg].
Qed.

Lemma Wof_ms_nonneg p q : 0 <= Wof ms p q.
Proof.
  apply zsum_nonneg. intros [w x] H. cbn [fst snd].
  apply Z.mul_nonneg_nonneg; [apply (nonneg w x H) | apply joins_nonneg].
Qed.

Lemma objective_total v :
  total_of v (objective (tight_model ms))
  = zsum (fun p => Uof ms p * v (X p)) (candidates ms)
    + zsum (fun c => Wof ms (fst c) (snd c) * v (y_of c)) (couples_once ms).
Proof.
  unfold total_of, tight_model. cbn [objective]. rewrite zsum_app, !zsum_map. f_equal.
  rewrite (zsum_filter _ (fun p => 0 <? Uof ms p) (candidates ms)).
  rewrite (zsum_zero _ (filter (fun p => negb _) _)); [cbn [fst snd]; lia|].
  intros p H. apply filter_In in H. destruct H as [_ H]. apply negb_true_iff, Z.ltb_ge in H.
  assert (K := Uof_ms_nonneg p). replace (Uof ms p) with 0 by lia. lia.
Qed.

(** ** No solution is worth more than an alignment *)

Section Bound.

Variables (d : Z) (v : variable -> Z).
Hypothesis d_positive : 0 < d.
Hypothesis Solution : solution d v (tight_model ms).

Let P := candidates ms.

(** The pairs whose X is not 0. *)
Definition rounded : align := filter (fun p => 0 <? v (X p)) P.

Lemma x_least p : 0 < v (X p) -> d <= v (X p).
Proof.
  destruct Solution as (_ & Int & _). destruct (Int p) as [k E]. rewrite E. intros H.
  assert (0 < k) by (apply (Z.mul_pos_cancel_r k d); assumption).
  rewrite <- (Z.mul_1_l d) at 1. apply Z.mul_le_mono_nonneg_r; lia.
Qed.

Lemma one_row_holds side i : side = fst \/ side = snd -> In i (map side P) ->
  zsum (fun p => v (X p)) (filter (fun p => Nat.eqb (side p) i) P) <= d.
Proof.
  intros Side Hi. destruct Solution as (_ & _ & Rows).
  assert (There : In (one_row side P i) (constraints (tight_model ms))).
  { unfold tight_model. cbn [constraints]. rewrite !in_app_iff.
    destruct Side as [-> | ->]; [left | right; left]; apply in_map, nodup_In, Hi. }
  specialize (Rows _ There). unfold total_of, one_row in Rows. cbn [terms most] in Rows. rewrite zsum_map in Rows.
  cbn [fst snd] in Rows. rewrite (zsum_ext _ (fun p => v (X p))) in Rows by (intros; lia). lia.
Qed.

(** Two chosen pairs of one variable would make its row at least 2. *)
Lemma one_only side p q : side = fst \/ side = snd ->
  In p P -> In q P -> 0 < v (X p) -> 0 < v (X q) -> side p = side q -> p = q.
Proof.
  intros Side Hp Hq Vp Vq E. destruct (pair_dec p q) as [|Ne]; [assumption|]. exfalso.
  assert (Row := one_row_holds side (side p) Side (in_map side P p Hp)).
  assert (Two : zsum (fun p => v (X p)) [p; q] <= zsum (fun p => v (X p)) (filter (fun r => Nat.eqb (side r) (side p)) P)).
  { apply zsum_sub.
    - constructor; [intros [K|[]]; congruence | constructor; [intros [] | constructor]].
    - apply NoDup_filter, NoDup_nodup.
    - intros r [<-|[<-|[]]]; apply filter_In; (split; [assumption|]); apply Nat.eqb_eq; congruence.
    - intros r _ _. apply Solution. }
  assert (Lp := x_least p Vp). assert (Lq := x_least q Vq). cbn [zsum] in Two. lia.
Qed.

Lemma rounded_pinj : pinj rounded.
Proof.
  assert (ND : NoDup rounded) by apply NoDup_filter, NoDup_nodup.
  assert (In_rounded : forall p, In p rounded -> In p P /\ 0 < v (X p)).
  { intros p H. apply filter_In in H. destruct H as [H K]. apply Z.ltb_lt in K. auto. }
  assert (Map : forall side, side = fst \/ side = snd -> NoDup (map side rounded)).
  { intros side Side. assert (All : forall p q, In p rounded -> In q rounded -> side p = side q -> p = q).
    { intros p q Hp Hq. destruct (In_rounded p Hp), (In_rounded q Hq). apply one_only; assumption. }
    clear In_rounded. induction rounded as [|p l IH]; [constructor|].
    apply NoDup_cons_iff in ND. destruct ND as [Fresh ND]. cbn [map]. constructor.
    - intros K. apply in_map_iff in K. destruct K as (q & E & K). apply Fresh. rewrite (All p q); simpl; auto.
    - apply IH; [exact ND | intros; apply All; simpl; auto]. }
  split; apply Map; auto.
Qed.

Lemma chosen_x p : In p P -> v (X p) <= d * chosen rounded p.
Proof.
  intros Hp. unfold chosen. destruct (mem pair_dec p rounded) eqn:E; cbn [b2z].
  - assert (Row := one_row_holds fst (fst p) (or_introl eq_refl) (in_map fst P p Hp)).
    assert (K := zsum_member (fun p => v (X p)) (filter (fun r => Nat.eqb (fst r) (fst p)) P) p).
    cbv beta in K. rewrite Z.mul_1_r. eapply Z.le_trans; [apply K | exact Row].
    + intros q _. apply Solution.
    + apply filter_In. split; [exact Hp | apply Nat.eqb_refl].
  - assert (N : ~ 0 < v (X p)); [|lia]. intros V. apply not_true_iff_false in E. apply E, mem_iff, filter_In.
    split; [exact Hp | apply Z.ltb_lt, V].
Qed.

(** A star row bounds each of its Y. *)
Lemma y_below p q : In (couple p q) (couples_once ms) -> p <> q -> In p P -> v (y_of (couple p q)) <= v (X p).
Proof.
  intros Hc Ne Hp. destruct Solution as (Pos & _ & Rows).
  assert (Hq : In (q, couple p q) (partners ms p)) by (apply in_partners; auto).
  assert (There : In (star_row fst ms p (fst q)) (constraints (tight_model ms))).
  { unfold tight_model. cbn [constraints]. rewrite !in_app_iff. right. right. apply in_flat_map. exists p.
    split; [exact Hp|]. apply in_app_iff. left. apply in_map, nodup_In, in_map_iff. exists (q, couple p q). auto. }
  specialize (Rows _ There). unfold star_row, total_of in Rows. cbn [terms most] in Rows.
  rewrite zsum_app, zsum_map in Rows. cbn [zsum fst snd] in Rows.
  assert (K := zsum_member (fun x => 1 * v (y_of (snd x)))
                 (filter (fun x => Nat.eqb (fst (fst x)) (fst q)) (partners ms p)) (q, couple p q)).
  cbv beta in K. cbn [snd] in K.
  assert (In1 : In (q, couple p q) (filter (fun x => Nat.eqb (fst (fst x)) (fst q)) (partners ms p))).
  { apply filter_In. split; [exact Hq | apply Nat.eqb_refl]. }
  specialize (K ltac:(intros y _; specialize (Pos (y_of (snd y))); lia) In1). lia.
Qed.

Theorem solution_below : total_of v (objective (tight_model ms)) <= d * value (Uof ms) (Wof ms) rounded.
Proof.
  rewrite objective_total, value_model by apply NoDup_filter, NoDup_nodup.
  rewrite Z.mul_add_distr_l, <- !zsum_mul. apply Z.add_le_mono; apply zsum_le.
  - intros p Hp. assert (K := chosen_x p Hp). assert (L := Uof_ms_nonneg p). nia.
  - intros c Hc. assert (L := Wof_ms_nonneg (fst c) (snd c)).
    enough (v (y_of c) <= d * both_chosen rounded c) by nia.
    destruct (couple_normal c Hc) as [N Ne]. assert (Pair := Hc). apply in_couples_once in Pair.
    destruct Pair as (p & q & x & H & E).
    assert (Hp : In p P /\ In q P) by (split; apply in_candidates_ms; exists (Two p q), x; simpl; auto).
    assert (Yp : v (y_of c) <= v (X p)).
    { rewrite E. apply y_below; [rewrite <- E; exact Hc | apply (different p q x H) | apply Hp]. }
    assert (Yq : v (y_of c) <= v (X q)).
    { rewrite E, couple_sym. apply y_below; [rewrite couple_sym, <- E; exact Hc | | apply Hp].
      assert (K := different p q x H). congruence. }
    assert (Cp := chosen_x p (proj1 Hp)). assert (Cq := chosen_x q (proj2 Hp)).
    assert (B : both_chosen rounded c = b2z (mem pair_dec p rounded && mem pair_dec q rounded)).
    { unfold both_chosen. rewrite E. unfold couple. destruct (before p q); cbn [fst snd]; [reflexivity|].
      rewrite andb_comm. reflexivity. }
    rewrite B. unfold chosen in *. destruct (mem pair_dec p rounded), (mem pair_dec q rounded); cbn in *; lia.
Qed.

End Bound.

(** ** Every alignment is a solution *)

Definition indicator (phi : align) (x : variable) : Z :=
  match x with X p => chosen phi p | Y p q => both_chosen phi (p, q) end.

Lemma chosen_range phi p : 0 <= chosen phi p <= 1.
Proof. unfold chosen. destruct (mem pair_dec p phi); cbn; lia. Qed.

Lemma indicator_range phi x : 0 <= indicator phi x <= 1.
Proof.
  destruct x as [p|p q]; [apply chosen_range|]. cbn [indicator]. unfold both_chosen.
  destruct (_ && _); cbn; lia.
Qed.

Lemma indicator_y phi c : indicator phi (y_of c) = both_chosen phi c.
Proof. destruct c. reflexivity. Qed.

Lemma indicator_solution phi : pinj phi -> solution 1 (indicator phi) (tight_model ms).
Proof.
  intros [N1 N2]. split; [|split].
  - intros x. apply indicator_range.
  - intros p. exists (indicator phi (X p)). lia.
  - assert (One_rows : forall side, NoDup (map side phi) -> forall i,
      total_of (indicator phi) (terms (one_row side (candidates ms) i)) <= 1 * most (one_row side (candidates ms) i)).
    { intros side ND i. unfold total_of, one_row. cbn [terms most]. rewrite zsum_map. cbn [fst snd].
      apply zsum_single; [apply NoDup_filter, NoDup_nodup | lia | |].
      - intros p _. assert (K := indicator_range phi (X p)). lia.
      - intros p q Hp Hq Vp Vq. apply filter_In in Hp, Hq. destruct Hp as [_ Hp], Hq as [_ Hq].
        apply Nat.eqb_eq in Hp, Hq. apply (NoDup_map_inj side phi); [exact ND | | | congruence];
          [cbn in Vp; unfold chosen in Vp | cbn in Vq; unfold chosen in Vq];
          [destruct (mem pair_dec p phi) eqn:E | destruct (mem pair_dec q phi) eqn:E]; try (cbn in *; lia);
          apply (mem_iff pair_dec), E. }
    assert (Star_rows : forall side, NoDup (map side phi) -> forall p k,
      total_of (indicator phi) (terms (star_row side ms p k)) <= 1 * most (star_row side ms p k)).
    { intros side ND p k. unfold total_of, star_row. cbn [terms most]. rewrite zsum_app, zsum_map. cbn [zsum fst snd].
      assert (Sum : zsum (fun x => 1 * indicator phi (y_of (snd x)))
                      (filter (fun x => Nat.eqb (side (fst x)) k) (partners ms p)) <= indicator phi (X p)); [|lia].
      assert (Met : forall x, In x (filter (fun x => Nat.eqb (side (fst x)) k) (partners ms p)) ->
        1 * indicator phi (y_of (snd x)) <> 0 -> In p phi /\ In (fst x) phi /\ side (fst x) = k /\ snd x = couple p (fst x)).
      { intros [q c] Hx V. apply filter_In in Hx. destruct Hx as [Hx K]. apply Nat.eqb_eq in K. cbn [fst snd] in *.
        apply in_partners in Hx. destruct Hx as (_ & -> & _). rewrite indicator_y in V. unfold both_chosen in V.
        destruct (mem pair_dec (fst (couple p q)) phi && mem pair_dec (snd (couple p q)) phi) eqn:E; [|cbn in V; lia].
        apply andb_true_iff in E. rewrite !mem_iff in E. unfold couple in E. destruct (before p q); cbn [fst snd] in E; tauto. }
      apply zsum_single.
      - apply NoDup_filter. apply (NoDup_map_inv fst), partners_NoDup.
      - apply indicator_range.
      - intros x Hx. destruct (Z.eq_dec (1 * indicator phi (y_of (snd x))) 0) as [E|V].
        + rewrite E. apply indicator_range.
        + destruct (Met x Hx V) as (Hp & _). cbn [indicator]. unfold chosen.
          apply (mem_iff pair_dec) in Hp. rewrite Hp. assert (K := indicator_range phi (y_of (snd x))). cbn [b2z]. lia.
      - intros [q c] [q' c'] Hx Hx' V V'. destruct (Met _ Hx V) as (_ & A & B & C), (Met _ Hx' V') as (_ & A' & B' & C').
        cbn [fst snd] in *. assert (E : q = q') by (apply (NoDup_map_inj side phi); auto; congruence). congruence. }
    intros r Hr. unfold tight_model in Hr. cbn [constraints] in Hr. rewrite !in_app_iff, !in_map_iff, in_flat_map in Hr.
    destruct Hr as [(i & <- & _)|[(i & <- & _)|(p & _ & Hr)]]; [apply One_rows, N1 | apply One_rows, N2|].
    apply in_app_iff in Hr. rewrite !in_map_iff in Hr.
    destruct Hr as [(k & <- & _)|(k & <- & _)]; [apply Star_rows, N1 | apply Star_rows, N2].
Qed.

Lemma indicator_objective phi : NoDup phi ->
  total_of (indicator phi) (objective (tight_model ms)) = value (Uof ms) (Wof ms) phi.
Proof.
  intros ND. rewrite objective_total, value_model by exact ND. reflexivity.
Qed.

End Program.

(** ** The theorem *)

(** The matches of two graphs under a rule for repeated triples. *)
Definition exported (rule : duplicates) (A B : list triple) : program := tight_model (weights_of rule A B).

Lemma weights_different rule A B p q x : In (Two p q, x) (weights_of rule A B) -> p <> q.
Proof.
  intros H. apply in_matches in H. destruct H as (_ & t & t' & _ & _ & E & _). apply (needs_different t t'). congruence.
Qed.

Lemma weights_nonneg rule A B w x : In (w, x) (weights_of rule A B) -> 0 <= x.
Proof. intros H. apply in_matches in H. destruct H as (_ & t & t' & _ & _ & _ & ->). lia. Qed.

Lemma score_program rule A B phi : pinj phi ->
  Z.of_nat (score_copies rule A B phi) = value (Uof (weights_of rule A B)) (Wof (weights_of rule A B)) phi.
Proof. intros PI. rewrite score_copies_gain. apply gain_value, PI. Qed.

(** An alignment is a solution of 0s and 1s that is worth its score. *)
Theorem program_attained rule A B phi : pinj phi ->
  solution 1 (indicator phi) (exported rule A B) /\ (forall x, 0 <= indicator phi x <= 1) /\
  total_of (indicator phi) (objective (exported rule A B)) = Z.of_nat (score_copies rule A B phi).
Proof.
  intros PI. split; [|split].
  - apply indicator_solution; [apply weights_different | exact PI].
  - intros x. apply indicator_range.
  - rewrite score_program by exact PI. apply indicator_objective.
    + apply weights_different.
    + apply weights_nonneg.
    + apply (NoDup_map_inv fst), PI.
Qed.

(** A solution, with fractions over [d] as Y, is worth no more than the alignment of the pairs whose X is not 0. *)
Theorem program_bound rule A B d v : 0 < d -> solution d v (exported rule A B) ->
  pinj (rounded (weights_of rule A B) v) /\
  total_of v (objective (exported rule A B)) <= d * Z.of_nat (score_copies rule A B (rounded (weights_of rule A B) v)).
Proof.
  intros Pos Sol.
  assert (PI : pinj (rounded (weights_of rule A B) v)) by (apply (rounded_pinj (weights_of rule A B) d v Pos Sol)).
  split; [exact PI|]. rewrite score_program by exact PI. apply solution_below; auto.
  - apply weights_different.
  - apply weights_nonneg.
Qed.

(** So its maximum is the best score, under every rule for repeated triples. *)
Theorem program_optimum rule A B :
  (exists v, solution 1 v (exported rule A B) /\ (forall x, v x = 0 \/ v x = 1) /\
     total_of v (objective (exported rule A B)) = Z.of_nat (optimum rule A B)) /\
  forall d v, 0 < d -> solution d v (exported rule A B) ->
    total_of v (objective (exported rule A B)) <= d * Z.of_nat (optimum rule A B).
Proof.
  destruct (optimum_best rule A B) as [(phi & PI & E) Le]. split.
  - exists (indicator phi). destruct (program_attained rule A B phi PI) as (S & R & T). split; [exact S|]. split.
    + intros x. specialize (R x). lia.
    + rewrite T, E. reflexivity.
  - intros d v Pos Sol. destruct (program_bound rule A B d v Pos Sol) as [PI' Le'].
    eapply Z.le_trans; [exact Le'|]. apply Z.mul_le_mono_nonneg_l; [lia|]. apply inj_le, Le, PI'.
Qed.

(** *** With similarities

    The weights of S2match: N times those of the matches, and what the graded matches add to their pairs. *)
Definition graded_weights (rule : duplicates) (N : Z) (gs : grades) (A B : list triple) : list (need * Z) :=
  map (fun e => (fst e, N * snd e)) (weights_of rule A B) ++
  map (fun e => (One (fst e), snd e)) (graded_matches gs A B).

Definition exported_graded rule N gs A B : program := tight_model (graded_weights rule N gs A B).

Lemma graded_different rule N gs A B p q x : In (Two p q, x) (graded_weights rule N gs A B) -> p <> q.
Proof.
  intros H. apply in_app_iff in H. destruct H as [H|H]; apply in_map_iff in H; destruct H as ([w y] & E & H).
  - injection E as -> _. apply (weights_different rule A B p q y H).
  - discriminate.
Qed.

Lemma graded_nonneg rule N gs A B w x : 0 <= N -> (forall k g, lookup gs k = Some g -> 0 <= g) ->
  In (w, x) (graded_weights rule N gs A B) -> 0 <= x.
Proof.
  intros Unit Pos H. apply in_app_iff in H. destruct H as [H|H]; apply in_map_iff in H; destruct H as ([v y] & E & H).
  - injection E as <- <-. cbn [snd]. apply Z.mul_nonneg_nonneg; [exact Unit | apply (weights_nonneg rule A B v y H)].
  - injection E as <- <-. apply (graded_positive gs A B Pos (v, y) H).
Qed.

Lemma value_ext U W U' W' phi :
  (forall p, U p = U' p) -> (forall p q, W p q = W' p q) -> value U W phi = value U' W' phi.
Proof.
  intros EU EW. induction phi as [|p l IH]; [reflexivity|]. cbn [value]. rewrite EU, IH, (zsum_ext (W p) (W' p)) by auto.
  reflexivity.
Qed.

Lemma graded_score_program rule N gs A B phi : pinj phi ->
  graded_score rule (listed_similarity gs) N A B phi
  = value (Uof (graded_weights rule N gs A B)) (Wof (graded_weights rule N gs A B)) phi.
Proof.
  intros PI. rewrite graded_score_value by exact PI. apply value_ext.
  - intros p. unfold graded_weights, Uof. rewrite zsum_app, !zsum_map, <- zsum_mul. f_equal.
    + apply zsum_ext. intros e _. cbn [fst snd]. unfold weights_of. lia.
    + unfold Gof. apply zsum_ext. intros e _. cbn [fst snd owns]. destruct (pair_dec (fst e) p); lia.
  - intros p q. unfold graded_weights, Wof. rewrite zsum_app, !zsum_map, <- zsum_mul.
    rewrite (zsum_zero (fun e => snd (One (fst e), snd e) * _)) by (intros; cbn [fst snd joins]; lia).
    rewrite Z.add_0_r. apply zsum_ext. intros e _. cbn [fst snd]. lia.
Qed.

(** So the theorem holds for S2match: alignments are solutions, and no solution is worth more than its alignment. *)
Theorem graded_program rule N gs A B : gradesb N gs = true ->
  (forall phi, pinj phi -> solution 1 (indicator phi) (exported_graded rule N gs A B) /\
     total_of (indicator phi) (objective (exported_graded rule N gs A B))
     = graded_score rule (listed_similarity gs) N A B phi) /\
  forall d v, 0 < d -> solution d v (exported_graded rule N gs A B) ->
     exists phi, pinj phi /\ total_of v (objective (exported_graded rule N gs A B))
                             <= d * graded_score rule (listed_similarity gs) N A B phi.
Proof.
  intros Form. assert (Unit : 0 <= N) by (unfold gradesb in Form; rewrite !andb_true_iff, Z.leb_le in Form; lia).
  assert (Pos := lookup_positive N gs Form). set (ms := graded_weights rule N gs A B).
  assert (Diff : forall p q x, In (Two p q, x) ms -> p <> q) by apply graded_different.
  assert (Nonneg : forall w x, In (w, x) ms -> 0 <= x) by (intros w x; apply graded_nonneg; assumption).
  split.
  - intros phi PI. split; [apply indicator_solution; assumption|].
    rewrite graded_score_program by exact PI. apply indicator_objective; try assumption. apply (NoDup_map_inv fst), PI.
  - intros d v Dpos Sol. assert (PI : pinj (rounded ms v)) by apply (rounded_pinj ms d v Dpos Sol).
    exists (rounded ms v). split; [exact PI|]. rewrite graded_score_program by exact PI.
    apply solution_below; assumption.
Qed.

(** *** As an OPB file has it

    Minimise the negated objective over 0 and 1; every row is negated, to be at least the negated bound. *)
Definition negated (l : linear) : linear := map (fun t => (- fst t, snd t)) l.

Definition opb_solution (v : variable -> Z) (M : program) : Prop :=
  (forall x, v x = 0 \/ v x = 1) /\ forall r, In r (constraints M) -> - most r <= total_of v (negated (terms r)).

Lemma negated_total v l : total_of v (negated l) = - total_of v l.
Proof.
  unfold total_of, negated. rewrite zsum_map. cbn [fst snd].
  induction l as [|t l IH]; [reflexivity|]. cbn [zsum]. rewrite IH. lia.
Qed.

Theorem opb_optimum rule A B :
  (exists v, opb_solution v (exported rule A B) /\
     total_of v (negated (objective (exported rule A B))) = - Z.of_nat (optimum rule A B)) /\
  forall v, opb_solution v (exported rule A B) ->
    - Z.of_nat (optimum rule A B) <= total_of v (negated (objective (exported rule A B))).
Proof.
  destruct (program_optimum rule A B) as [(v & (_ & _ & Rows) & Bits & E) Le]. split.
  - exists v. split; [split; [exact Bits|] | rewrite negated_total, E; reflexivity].
    intros r Hr. rewrite negated_total. specialize (Rows r Hr). lia.
  - intros w [Bits' Rows']. rewrite negated_total. specialize (Le 1 w ltac:(lia)). enough (solution 1 w (exported rule A B)).
    { specialize (Le H). lia. }
    split; [|split].
    + intros x. destruct (Bits' x) as [->| ->]; lia.
    + intros p. exists (w (X p)). lia.
    + intros r Hr. specialize (Rows' r Hr). rewrite negated_total in Rows'. lia.
Qed.
