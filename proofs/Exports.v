(** * Four more formats have the best score as their optimum

    What boolean.py and matching.py of from_smatch write down, for the matches [ms] of two graphs;
    candidates, couples, U and W are those of IntegerProgram.v.

    - WCNF: a Boolean variable for each candidate and for each couple.  Hard clauses: no two candidates of one variable
      of either side, and both candidates of a couple that is true; soft ones: whatever has a weight.  The least weight of
      soft clauses that are not satisfied is the sum of all weights less the best score ([wcnf_optimum]).
    - .dd: a set of candidates, no two of one variable, costs -U for each and -W for each couple.  The least cost is minus
      the best score ([dd_optimum]).
    - QAP: permutations of 0 .. N-1, where N is no less than the number of variables of either side, earn U for each
      candidate and W for each couple that they have.  The greatest weight is the best score ([lawler_optimum]).

    - Clique: a vertex for each unit of weight of a match, two of them joined if one alignment can have the pairs of
      both.  A largest clique has as many vertices as the best score says ([clique_optimum]).

    All four hold under every rule for repeated triples.  How the files are written is not modelled. *)

From Coq Require Import Arith Lia Bool List ZArith.
From SmatchProof Require Import Smatch Sums MaxQap Certificate Graded Metric Optimum IntegerProgram.
Import ListNotations.
Local Open Scope Z_scope.

Local Notation pair := (nat * nat)%type.

(** ** Definitions *)

(** The weight of the candidates and couples that a set of pairs has. *)
Definition weight_of (ms : list (need * Z)) (S : list pair) : Z :=
  zsum (fun p => Uof ms p * chosen S p) (candidates ms)
  + zsum (fun c => Wof ms (fst c) (snd c) * both_chosen S c) (couples_once ms).

(** A clause is a list of literals: a variable and whether it is positive. *)
Definition clause := list (variable * bool).
Definition satisfies (s : variable -> bool) (c : clause) : bool := existsb (fun l => Bool.eqb (s (fst l)) (snd l)) c.

Definition clash (p q : pair) : bool := negb (compatibleb p q).

Definition hard (ms : list (need * Z)) : list clause :=
  flat_map (fun p => map (fun q => [(X p, false); (X q, false)]) (filter (clash p) (candidates ms))) (candidates ms)
  ++ flat_map (fun c => [[(y_of c, false); (X (fst c), true)]; [(y_of c, false); (X (snd c), true)]]) (couples_once ms).

(** Soft clauses have one variable each. *)
Definition soft (ms : list (need * Z)) : linear := objective (tight_model ms).

Definition all_weights (ms : list (need * Z)) : Z := zsum fst (soft ms).

Definition wcnf_cost (ms : list (need * Z)) (s : variable -> bool) : Z :=
  zsum (fun t => if s (snd t) then 0 else fst t) (soft ms).

Definition dd_cost (ms : list (need * Z)) (S : list pair) : Z :=
  zsum (fun p => if mem pair_dec p S then - Uof ms p else 0) (candidates ms)
  + zsum (fun c => if mem pair_dec (fst c) S && mem pair_dec (snd c) S then - Wof ms (fst c) (snd c) else 0)
      (couples_once ms).

(** ** Weights *)

Section Weights.

Variable ms : list (need * Z).
Hypothesis different : forall p q x, In (Two p q, x) ms -> p <> q.
Hypothesis nonneg : forall w x, In (w, x) ms -> 0 <= x.

Lemma weight_value phi : NoDup phi -> weight_of ms phi = value (Uof ms) (Wof ms) phi.
Proof. intros ND. symmetry. apply value_model; assumption. Qed.

Lemma couple_candidates c : In c (couples_once ms) -> In (fst c) (candidates ms) /\ In (snd c) (candidates ms).
Proof.
  intros H. apply in_couples_once in H. destruct H as (p & q & x & H & ->).
  assert (K : In p (candidates ms) /\ In q (candidates ms)).
  { split; apply in_candidates_ms; exists (Two p q), x; simpl; auto. }
  unfold couple. destruct (before p q); cbn [fst snd]; tauto.
Qed.

(** A larger set weighs no less; only candidates count. *)
Lemma weight_le S T : (forall p, In p (candidates ms) -> In p S -> In p T) -> weight_of ms S <= weight_of ms T.
Proof.
  intros I. assert (M : forall p, In p (candidates ms) -> chosen S p <= chosen T p).
  { intros p Hp. unfold chosen. destruct (mem pair_dec p S) eqn:E; [|destruct (mem pair_dec p T); cbn; lia].
    apply mem_iff in E. apply (I p Hp) in E. apply (mem_iff pair_dec p T) in E. rewrite E. lia. }
  apply Z.add_le_mono; apply zsum_le.
  - intros p Hp. apply Z.mul_le_mono_nonneg_l; [apply Uof_ms_nonneg, nonneg | apply M, Hp].
  - intros c Hc. apply Z.mul_le_mono_nonneg_l; [apply Wof_ms_nonneg, nonneg|].
    destruct (couple_candidates c Hc) as [H1 H2]. specialize (M _ H1) as M1. specialize (M _ H2) as M2.
    unfold both_chosen, chosen in *.
    destruct (mem pair_dec (fst c) S), (mem pair_dec (snd c) S), (mem pair_dec (fst c) T), (mem pair_dec (snd c) T);
      cbn in *; lia.
Qed.

Definition candidates_of (phi : align) : align := filter (fun p => mem pair_dec p (candidates ms)) phi.

Lemma candidates_of_weight phi : weight_of ms phi <= weight_of ms (candidates_of phi).
Proof. apply weight_le. intros p Hp H. apply filter_In. rewrite mem_iff. auto. Qed.

Lemma dd_cost_weight S : dd_cost ms S = - weight_of ms S.
Proof.
  unfold dd_cost, weight_of, chosen, both_chosen.
  assert (E : forall {T} (f : T -> Z) (b : T -> bool) l,
    zsum (fun x => if b x then - f x else 0) l = - zsum (fun x => f x * b2z (b x)) l).
  { intros T f b l. induction l as [|x l IH]; [reflexivity|]. cbn [zsum]. rewrite IH. destruct (b x); cbn [b2z]; lia. }
  rewrite !E. lia.
Qed.

Lemma wcnf_cost_total s : wcnf_cost ms s = all_weights ms - total_of (fun x => b2z (s x)) (soft ms).
Proof.
  unfold wcnf_cost, all_weights, total_of. induction (soft ms) as [|t l IH]; [reflexivity|]. cbn [zsum]. rewrite IH.
  destruct (s (snd t)); cbn [b2z]; lia.
Qed.

Lemma clash_iff p q : clash p q = true <-> ~ compatible p q.
Proof. unfold clash. rewrite negb_true_iff, <- compatibleb_iff. destruct (compatibleb p q); intuition discriminate. Qed.

(** What is true of the candidates is an alignment, and couples that are true are among it. *)
Theorem wcnf_below s : (forall c, In c (hard ms) -> satisfies s c = true) ->
  let phi := filter (fun p => s (X p)) (candidates ms) in
  pinj phi /\ total_of (fun x => b2z (s x)) (soft ms) <= weight_of ms phi.
Proof.
  intros H phi.
  assert (One : forall p q, In p phi -> In q phi -> compatible p q).
  { intros p q Hp Hq. apply filter_In in Hp, Hq. destruct (compatibleb p q) eqn:E; [apply compatibleb_iff, E|]. exfalso.
    assert (K : satisfies s [(X p, false); (X q, false)] = true).
    { apply H, in_app_iff. left. apply in_flat_map. exists p. split; [apply Hp|]. apply in_map_iff. exists q.
      split; [reflexivity|]. apply filter_In. split; [apply Hq|]. unfold clash. rewrite E. reflexivity. }
    destruct Hp as [_ Hp], Hq as [_ Hq]. cbn in K. rewrite Hp, Hq in K. discriminate. }
  assert (ND : NoDup phi) by (apply NoDup_filter, NoDup_nodup).
  assert (PI : pinj phi).
  { split.
    - assert (K : forall l, NoDup l -> incl l phi -> NoDup (map fst l)).
      { induction l as [|p l IH]; intros N I; [constructor|]. apply NoDup_cons_iff in N. destruct N as [Fresh N].
        cbn [map]. constructor; [|apply IH; [exact N | intros x Hx; apply I; right; exact Hx]].
        intros F. apply in_map_iff in F. destruct F as (q & E & Hq).
        destruct (One p q (I p (or_introl eq_refl)) (I q (or_intror Hq))) as [->|[Ne _]]; [contradiction | congruence]. }
      apply K; [exact ND | apply incl_refl].
    - assert (K : forall l, NoDup l -> incl l phi -> NoDup (map snd l)).
      { induction l as [|p l IH]; intros N I; [constructor|]. apply NoDup_cons_iff in N. destruct N as [Fresh N].
        cbn [map]. constructor; [|apply IH; [exact N | intros x Hx; apply I; right; exact Hx]].
        intros F. apply in_map_iff in F. destruct F as (q & E & Hq).
        destruct (One p q (I p (or_introl eq_refl)) (I q (or_intror Hq))) as [->|[_ Ne]]; [contradiction | congruence]. }
      apply K; [exact ND | apply incl_refl]. }
  split; [exact PI|]. unfold soft. rewrite objective_total by exact nonneg. unfold weight_of. apply Z.add_le_mono; apply zsum_le.
  - intros p Hp. apply Z.mul_le_mono_nonneg_l; [apply Uof_ms_nonneg, nonneg|]. unfold chosen.
    destruct (s (X p)) eqn:E; [|destruct (mem pair_dec p phi); cbn; lia].
    replace (mem pair_dec p phi) with true; [lia|]. symmetry. apply mem_iff, filter_In. auto.
  - intros c Hc. apply Z.mul_le_mono_nonneg_l; [apply Wof_ms_nonneg, nonneg|]. unfold both_chosen.
    destruct (couple_candidates c Hc) as [H1 H2].
    destruct (s (y_of c)) eqn:E; [|destruct (mem pair_dec (fst c) phi && mem pair_dec (snd c) phi); cbn; lia].
    assert (K1 : satisfies s [(y_of c, false); (X (fst c), true)] = true).
    { apply H, in_app_iff. right. apply in_flat_map. exists c. simpl. auto. }
    assert (K2 : satisfies s [(y_of c, false); (X (snd c), true)] = true).
    { apply H, in_app_iff. right. apply in_flat_map. exists c. simpl. auto. }
    cbn in K1, K2. rewrite E in K1, K2. cbn in K1, K2. rewrite orb_false_r in K1, K2. apply eqb_prop in K1, K2.
    replace (mem pair_dec (fst c) phi) with true; [|symmetry; apply mem_iff, filter_In; auto].
    replace (mem pair_dec (snd c) phi) with true; [cbn; lia | symmetry; apply mem_iff, filter_In; auto].
Qed.

Theorem wcnf_attained phi : pinj phi ->
  let s := fun x => Z.eqb (indicator phi x) 1 in
  (forall c, In c (hard ms) -> satisfies s c = true) /\ total_of (fun x => b2z (s x)) (soft ms) = weight_of ms phi.
Proof.
  intros PI s.
  assert (SX : forall p, s (X p) = mem pair_dec p phi).
  { intros p. unfold s. cbn [indicator]. unfold chosen. destruct (mem pair_dec p phi); reflexivity. }
  assert (SY : forall c, s (y_of c) = mem pair_dec (fst c) phi && mem pair_dec (snd c) phi).
  { intros c. unfold s. rewrite indicator_y. unfold both_chosen.
    destruct (mem pair_dec (fst c) phi && mem pair_dec (snd c) phi); reflexivity. }
  split.
  - intros c H. apply in_app_iff in H. destruct H as [H|H]; apply in_flat_map in H.
    + destruct H as (p & _ & H). apply in_map_iff in H. destruct H as (q & <- & H). apply filter_In in H.
      destruct H as [_ H]. apply clash_iff in H. cbn. rewrite !SX.
      destruct (mem pair_dec p phi) eqn:Ep, (mem pair_dec q phi) eqn:Eq; try reflexivity.
      exfalso. apply H, (pinj_compatible phi); [exact PI | apply mem_iff in Ep; exact Ep | apply mem_iff in Eq; exact Eq].
    + destruct H as (d & _ & [<-|[<-|[]]]); cbn; rewrite SX, SY;
        destruct (mem pair_dec (fst d) phi), (mem pair_dec (snd d) phi); reflexivity.
  - unfold soft. rewrite objective_total by exact nonneg. unfold weight_of. f_equal; apply zsum_ext.
    + intros p _. rewrite SX. reflexivity.
    + intros c _. rewrite SY. reflexivity.
Qed.

End Weights.

(** ** The optima *)

Lemma weight_score rule A B phi : pinj phi -> weight_of (weights_of rule A B) phi = Z.of_nat (score_copies rule A B phi).
Proof.
  intros PI. rewrite score_program by exact PI. apply weight_value; [apply weights_different | apply (NoDup_map_inv fst), PI].
Qed.

Theorem wcnf_optimum rule A B :
  let ms := weights_of rule A B in let least := all_weights ms - Z.of_nat (optimum rule A B) in
  (exists s, (forall c, In c (hard ms) -> satisfies s c = true) /\ wcnf_cost ms s = least) /\
  forall s, (forall c, In c (hard ms) -> satisfies s c = true) -> least <= wcnf_cost ms s.
Proof.
  intros ms least. destruct (optimum_best rule A B) as [(phi & PI & E) Le].
  assert (N := weights_nonneg rule A B). assert (D := weights_different rule A B). split.
  - destruct (wcnf_attained ms N phi PI) as [H K]. eexists. split; [exact H|].
    rewrite wcnf_cost_total, K. unfold ms. rewrite weight_score by exact PI. rewrite E. reflexivity.
  - intros s H. destruct (wcnf_below ms N s H) as [PI' K]. rewrite wcnf_cost_total.
    unfold ms in K. rewrite weight_score in K by exact PI'. assert (L := Le _ PI'). unfold least, ms in *. lia.
Qed.

Theorem dd_optimum rule A B :
  let ms := weights_of rule A B in
  (exists S, pinj S /\ incl S (candidates ms) /\ dd_cost ms S = - Z.of_nat (optimum rule A B)) /\
  forall S, pinj S -> - Z.of_nat (optimum rule A B) <= dd_cost ms S.
Proof.
  intros ms. destruct (optimum_best rule A B) as [(phi & PI & E) Le].
  assert (N := weights_nonneg rule A B).
  assert (Least : forall S, pinj S -> - Z.of_nat (optimum rule A B) <= dd_cost ms S).
  { intros S PS. rewrite dd_cost_weight. unfold ms. rewrite weight_score by exact PS. assert (L := Le _ PS). lia. }
  split; [|exact Least]. exists (candidates_of ms phi).
  assert (PC : pinj (candidates_of ms phi)) by apply filter_pinj, PI. split; [exact PC|]. split.
  - intros p H. apply filter_In in H. apply (mem_iff pair_dec), H.
  - assert (K := candidates_of_weight ms N phi). unfold ms in K at 1. rewrite weight_score in K by exact PI.
    rewrite E in K. specialize (Least _ PC). rewrite dd_cost_weight in *. lia.
Qed.

Theorem lawler_optimum rule A B n :
  let ms := weights_of rule A B in
  (forall p, In p (candidates ms) -> (fst p < n)%nat /\ (snd p < n)%nat) ->
  (exists pi, perm n pi /\ weight_of ms pi = Z.of_nat (optimum rule A B)) /\
  forall pi, perm n pi -> weight_of ms pi <= Z.of_nat (optimum rule A B).
Proof.
  intros ms Inside. destruct (optimum_best rule A B) as [(phi & PI & E) Le].
  assert (N := weights_nonneg rule A B).
  assert (Most : forall pi, perm n pi -> weight_of ms pi <= Z.of_nat (optimum rule A B)).
  { intros pi [PP _]. unfold ms. rewrite weight_score by exact PP. assert (L := Le _ PP). lia. }
  split; [|exact Most].
  assert (PC : pinj (candidates_of ms phi)) by apply filter_pinj, PI.
  assert (W : within n (candidates_of ms phi)).
  { intros i j H. apply filter_In in H. destruct H as [_ H]. apply mem_iff in H. apply (Inside (i, j) H). }
  destruct (extend n _ _ PC W eq_refl (within_length n _ PC W)) as (pi & Perm & Sub). exists pi. split; [exact Perm|].
  apply Z.le_antisymm; [apply Most, Perm|].
  apply Z.le_trans with (weight_of ms (candidates_of ms phi)).
  - assert (K := candidates_of_weight ms N phi). unfold ms in K at 1. rewrite weight_score in K by exact PI. rewrite E in K. exact K.
  - apply weight_le; [exact N|]. intros p _ H. apply Sub, H.
Qed.

(** ** Cliques *)

(** A vertex for each unit of weight of a match; two are joined if one alignment can have the pairs of both. *)
Definition vertices (ms : list (need * Z)) : list need := flat_map (fun e => repeat (fst e) (Z.to_nat (snd e))) ms.

Definition joined (w w' : need) : Prop := forall p q, In p (pairs_of w) -> In q (pairs_of w') -> compatible p q.

(** Numbers of vertices, each once, of which any two are joined. *)
Definition is_clique (ms : list (need * Z)) (C : list nat) : Prop :=
  NoDup C /\ (forall i, In i C -> (i < length (vertices ms))%nat) /\
  forall i j, In i C -> In j C -> i <> j -> joined (nth i (vertices ms) Never) (nth j (vertices ms) Never).

Lemma vertices_count ms (f : need -> bool) : (forall w x, In (w, x) ms -> 0 <= x) ->
  Z.of_nat (length (filter f (vertices ms))) = zsum (fun e => snd e * b2z (f (fst e))) ms.
Proof.
  unfold vertices. induction ms as [|[w x] l IH]; intros N; [reflexivity|]. cbn [flat_map zsum fst snd].
  rewrite filter_app_length, Nat2Z.inj_add, IH by (intros; apply (N w0); right; assumption). f_equal.
  assert (0 <= x) by (apply (N w); left; reflexivity). rewrite <- (Z2Nat.id x) at 2 by assumption.
  induction (Z.to_nat x) as [|k IHk]; [reflexivity|]. cbn [repeat filter]. destruct (f w); cbn [length b2z] in *; lia.
Qed.

Lemma filter_numbers (f : need -> bool) (V : list need) :
  length (filter (fun i => f (nth i V Never)) (seq 0 (length V))) = length (filter f V).
Proof.
  induction V as [|w V IH]; [reflexivity|]. cbn [length seq filter]. rewrite <- seq_shift. change (nth 0 (w :: V) Never) with w.
  assert (E : length (filter (fun i => f (nth i (w :: V) Never)) (map S (seq 0 (length V)))) = length (filter f V)).
  { rewrite <- IH. apply filter_map_length. reflexivity. }
  destruct (f w); cbn [length]; rewrite E; reflexivity.
Qed.

Lemma met_pairs phi w : w <> Never -> met phi w = true <-> incl (pairs_of w) phi.
Proof.
  destruct w as [|p|p q]; intros Ne; [congruence | |]; cbn [met pairs_of].
  - rewrite mem_iff. split; [intros H x [<-|[]]; exact H | intros H; apply H; simpl; auto].
  - rewrite andb_true_iff, !mem_iff. split; [intros [H K] x [<-|[<-|[]]]; assumption|].
    intros H. split; apply H; simpl; auto.
Qed.

Lemma compatible_pinj l : NoDup l -> (forall p q, In p l -> In q l -> compatible p q) -> pinj l.
Proof.
  intros ND One.
  assert (K : forall (side : nat * nat -> nat), (forall p q, In p l -> In q l -> side p = side q -> p = q) -> NoDup (map side l)).
  { intros side Inj. clear One. induction l as [|p l IH]; [constructor|]. apply NoDup_cons_iff in ND. destruct ND as [Fresh ND].
    cbn [map]. constructor; [|apply IH; [exact ND | intros; apply Inj; simpl; auto]].
    intros H. apply in_map_iff in H. destruct H as (q & E & Hq). apply Fresh.
    rewrite <- (Inj q p); simpl; auto. }
  split; apply K; intros p q Hp Hq E; destruct (One p q Hp Hq) as [->|[H1 H2]]; congruence.
Qed.

Lemma weights_joined rule A B w x : In (w, x) (weights_of rule A B) -> w <> Never /\ joined w w.
Proof.
  intros H. apply in_matches in H. destruct H as (Ne & t & t' & _ & _ & E & _). split; [exact Ne|]. subst w.
  assert (Same : forall p : nat * nat, compatible p p) by (left; reflexivity).
  assert (Only : forall p, joined (One p) (One p)) by (intros p q q' [<-|[]] [<-|[]]; apply Same).
  destruct t as [v c|a v c|r u v], t' as [y d|b y d|s y z]; cbn [needs] in *; try congruence.
  - destruct (Nat.eqb c d); [apply Only | congruence].
  - destruct (Nat.eqb a b && Nat.eqb c d); [apply Only | congruence].
  - destruct (Nat.eqb r s); [cbn [andb] in * | cbn [andb] in *; congruence].
    destruct (Nat.eqb_spec u v), (Nat.eqb_spec y z); cbn [Bool.eqb] in *; try congruence; [apply Only|].
    intros p q [<-|[<-|[]]] [<-|[<-|[]]]; try apply Same; right; cbn [fst snd]; split; congruence.
Qed.

Theorem clique_optimum rule A B :
  let ms := weights_of rule A B in
  (exists C, is_clique ms C /\ length C = optimum rule A B) /\
  forall C, is_clique ms C -> (length C <= optimum rule A B)%nat.
Proof.
  intros ms. destruct (optimum_best rule A B) as [(phi & PI & E) Le].
  assert (N := weights_nonneg rule A B). assert (D := weights_different rule A B).
  assert (V : forall w, In w (vertices ms) -> w <> Never /\ joined w w).
  { intros w H. apply in_flat_map in H. destruct H as ([w' x] & H & K). apply repeat_spec in K. cbn [fst] in K. subst w'.
    apply (weights_joined rule A B w x H). }
  assert (Count : forall psi, pinj psi -> length (filter (met psi) (vertices ms)) = score_copies rule A B psi).
  { intros psi PP. apply Nat2Z.inj. rewrite vertices_count by exact N. rewrite score_program by exact PP.
    symmetry. apply value_met; [exact D | apply (NoDup_map_inv fst), PP]. }
  assert (At : forall i, (i < length (vertices ms))%nat -> In (nth i (vertices ms) Never) (vertices ms)) by (intros; apply nth_In; assumption).
  split.
  - exists (filter (fun i => met phi (nth i (vertices ms) Never)) (seq 0 (length (vertices ms)))).
    split; [|rewrite filter_numbers, Count, E; auto]. split; [apply NoDup_filter, seq_NoDup|]. split.
    + intros i H. apply filter_In in H. destruct H as [H _]. apply in_seq in H. lia.
    + intros i j Hi Hj _ p q Hp Hq. apply filter_In in Hi, Hj. destruct Hi as [Hi Mi], Hj as [Hj Mj].
      apply in_seq in Hi, Hj. apply met_pairs in Mi; [|apply V, At; lia]. apply met_pairs in Mj; [|apply V, At; lia].
      apply (pinj_compatible phi); auto.
  - intros C (ND & Range & Joined).
    set (psi := nodup pair_dec (flat_map (fun i => pairs_of (nth i (vertices ms) Never)) C)).
    assert (PP : pinj psi).
    { apply compatible_pinj; [apply NoDup_nodup|]. intros p q Hp Hq. apply nodup_In, in_flat_map in Hp, Hq.
      destruct Hp as (i & Hi & Hp), Hq as (j & Hj & Hq). destruct (Nat.eq_dec i j) as [->|Ne].
      - apply (proj2 (V _ (At j (Range j Hj))) p q Hp Hq).
      - apply (Joined i j Hi Hj Ne p q Hp Hq). }
    rewrite <- (Le psi PP), <- (Count psi PP), <- filter_numbers. apply NoDup_incl_length; [exact ND|].
    intros i Hi. apply filter_In. split; [apply in_seq; specialize (Range i Hi); lia|].
    apply met_pairs; [apply V, At, Range, Hi|]. intros p Hp. apply nodup_In, in_flat_map. eauto.
Qed.
