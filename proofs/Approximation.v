(** * Approximating Smatch is as hard as approximating MAX-3SAT

    An L-reduction (Papadimitriou & Yannakakis 1991) needs two constants: a bound a on the optimum that is made of an
    instance, in optima of the instance, and a bound b on the error of a solution that is read off, in errors of the
    solution that it is read off.  For the reduction of MaxSat.v, from formulas with 1 to 3 literals in a clause and
    without variables that occur nowhere, they are a = 19 and b = 1 ([maxsat_L_reduction]).  No bound on the number of
    occurrences is needed.

    So an alignment within p/q of the best score gives an assignment within 19 p/q of the greatest number of satisfied
    clauses ([maxsat_gap]).  What follows from that is conditional: if it is hard to satisfy 1 - 19 d of what can be
    satisfied, it is hard to align within 1 - d of the best score.  That the first is NP-hard for some d is the PCP
    theorem, of which nothing is proved here.

    The reduction of TwoPaths.v, from INDEPENDENT SET in graphs of degree 3 at most, has the constants 8 and 1
    ([independent_L_reduction], [independent_gap]), so that is said of two paths in which nothing is repeated, too.

    a: half of the clauses are satisfied by setting all variables true, or by setting all false; so the optimum is at
    least m/2, and what the reduction adds, 2 + 2 (N + m), is at most 2 + 8 m, as there are at most 3 m variables.  A
    largest independent set of n vertices of degree 3 at most has n/4 members, as each vertex is in it or has a
    neighbour in it, and there are at most 3 n/2 edges. *)

From Coq Require Import Arith Lia Bool List.
From SmatchProof Require Import Smatch MaxSat.
Import ListNotations.

(** The greatest number of clauses that can be satisfied. *)
Definition most_satisfied (f : formula) (m : nat) : Prop :=
  (exists s, satisfied s f = m) /\ forall s, satisfied s f <= m.

Definition best_score (A B : list triple) (M : nat) : Prop :=
  (exists phi, pinj phi /\ score A B phi = M) /\ forall phi, pinj phi -> score A B phi <= M.

(** 1 to 3 literals in a clause, and no variable that occurs nowhere. *)
Definition three_cnf N (f : formula) : Prop :=
  cnf N f /\ (forall c, In c f -> 1 <= length c <= 3) /\ forall v, v < N -> exists c b, In c f /\ In (v, b) c.

(** The best score is what the theorem of MaxSat.v says. *)
Lemma maxsat_best N f m : cnf N f -> most_satisfied f m ->
  best_score (left N f) (right N f) (2 + 2 * (N + full f) + m).
Proof.
  intros W [(s & E) Most].
  assert (Le : forall phi, score (left N f) (right N f) phi <= 2 + 2 * (N + full f) + m).
  { intros phi. assert (K := assignment_of_score N f phi). specialize (Most (assignment_of phi)). lia. }
  split; [|auto]. exists (truth_alignment N s f). split; [apply truth_alignment_pinj|].
  assert (K := truth_alignment_score N s f W). specialize (Le (truth_alignment N s f)). lia.
Qed.

(** Half of the clauses with literals, that is. *)
Lemma half_satisfied f : full f <= satisfied (fun _ => true) f + satisfied (fun _ => false) f.
Proof.
  unfold satisfied, full. induction f as [|c f IH]; cbn [filter length]; [lia|].
  destruct (is_full c) eqn:Full; [|destruct c; [exact IH | discriminate]].
  assert (K : exists b, existsb (holds (fun _ => b)) c = true).
  { destruct c as [|[v b] c]; [discriminate|]. exists b. simpl. unfold holds. simpl. rewrite eqb_reflx. reflexivity. }
  destruct K as (b & K).
  destruct b; rewrite K;
    [destruct (existsb (holds (fun _ => false)) c) | destruct (existsb (holds (fun _ => true)) c)]; cbn [length]; lia.
Qed.

Lemma few_variables N f : three_cnf N f -> N <= 3 * length f.
Proof.
  intros (_ & Three & Occurs). rewrite <- (seq_length N 0).
  apply Nat.le_trans with (length (map fst (concat f))).
  - apply NoDup_incl_length; [apply seq_NoDup|]. intros v Hv. apply in_seq in Hv.
    destruct (Occurs v) as (c & b & Hc & Hl); [lia|]. apply in_map_iff. exists (v, b).
    split; [reflexivity|]. apply in_concat. eauto.
  - rewrite map_length. clear Occurs. induction f as [|c f IH]; simpl; [lia|]. rewrite app_length.
    assert (K := proj2 (Three c (or_introl eq_refl))). assert (IH' := IH (fun c' H => Three c' (or_intror H))). unfold formula, clause, literal in *. lia.
Qed.

Lemma all_full N f : three_cnf N f -> full f = length f.
Proof.
  intros (_ & Three & _). apply filter_all_eq. intros c H. apply Three in H. destruct c; [simpl in H; lia | reflexivity].
Qed.

(** The two constants, 19 and 1. *)
Theorem maxsat_L_reduction N f m M :
  three_cnf N f -> f <> [] -> most_satisfied f m -> best_score (left N f) (right N f) M ->
  M <= 19 * m /\
  forall phi, m - satisfied (assignment_of phi) f <= M - score (left N f) (right N f) phi.
Proof.
  intros Three Ne Most Best. assert (W := proj1 Three).
  assert (E : M = 2 + 2 * (N + full f) + m).
  { destruct (maxsat_best N f m W Most) as [(phi & P & E) Le], Best as [(psi & Q & F) Le'].
    specialize (Le psi Q). specialize (Le' phi P). lia. }
  assert (Few := few_variables N f Three). assert (Half := half_satisfied f).
  assert (Full := all_full N f Three).
  destruct Most as [_ Most]. assert (T := Most (fun _ => true)). assert (F := Most (fun _ => false)).
  assert (Pos : 1 <= length f) by (destruct f; [tauto | simpl; lia]). split; [lia|].
  intros phi. assert (K := assignment_of_score N f phi). lia.
Qed.

(** An alignment whose error is at most the part p/q of the best score: the assignment that it spells out has an error
    of at most 19 p/q. *)
Corollary maxsat_gap N f m M p q phi :
  three_cnf N f -> f <> [] -> most_satisfied f m -> best_score (left N f) (right N f) M ->
  q * (M - score (left N f) (right N f) phi) <= p * M ->
  q * (m - satisfied (assignment_of phi) f) <= 19 * p * m.
Proof.
  intros Three Ne Most Best Near. destruct (maxsat_L_reduction N f m M Three Ne Most Best) as [Alpha Beta].
  specialize (Beta phi). apply Nat.le_trans with (q * (M - score (left N f) (right N f) phi)).
  - apply Nat.mul_le_mono_l, Beta.
  - apply Nat.le_trans with (p * M); [exact Near | nia].
Qed.

(** ** Independent sets *)

From SmatchProof Require Import TwoPaths.

Lemma touches_two n (e : nat * nat) : fst e < n -> snd e < n -> fst e <> snd e ->
  length (filter (fun u => touches u e) (seq 0 n)) = 2.
Proof.
  destruct e as [a b]. cbn [fst snd]. intros Ha Hb Ne.
  assert (Le : length [a; b] <= length (filter (fun u => touches u (a, b)) (seq 0 n))).
  { apply NoDup_incl_length.
    - constructor; [intros [K|[]]; congruence | constructor; [intros [] | constructor]].
    - intros u [<-|[<-|[]]]; apply filter_In; (split; [apply in_seq; lia|]); unfold touches; cbn [fst snd];
        rewrite Nat.eqb_refl; auto using orb_true_r. }
  assert (Ge : length (filter (fun u => touches u (a, b)) (seq 0 n)) <= length [a; b]).
  { apply NoDup_incl_length; [apply NoDup_filter, seq_NoDup|]. intros u Hu. apply filter_In in Hu.
    destruct Hu as [_ Hu]. unfold touches in Hu. cbn [fst snd] in Hu. apply orb_true_iff in Hu.
    rewrite !Nat.eqb_eq in Hu. simpl. intuition. }
  simpl length in *. lia.
Qed.

Lemma degrees n E : (forall a b, In (a, b) E -> a < n /\ b < n /\ a <> b) ->
  list_sum (map (degree E) (seq 0 n)) = 2 * length E.
Proof.
  induction E as [|e E IH]; intros Ends.
  - assert (Zero : forall l, list_sum (map (degree []) l) = 0) by (induction l; auto). rewrite Zero. reflexivity.
  - assert (Step : forall l, list_sum (map (degree (e :: E)) l) = length (filter (fun u => touches u e) l) + list_sum (map (degree E) l)).
    { induction l as [|u l IHl]; [reflexivity|]. cbn [map list_sum fold_right filter]. fold (list_sum (map (degree (e :: E)) l)).
      fold (list_sum (map (degree E) l)). rewrite IHl. unfold degree at 1. cbn [filter].
      fold (degree E u). destruct (touches u e); cbn [length]; fold (degree E u); lia. }
    rewrite Step, IH by (intros; apply Ends; simpl; auto). destruct e as [a b].
    destruct (Ends a b (or_introl eq_refl)) as (Ha & Hb & Ne). rewrite touches_two by assumption. simpl length. lia.
Qed.

Lemma few_edges n E : subcubic n E -> 2 * length E <= 3 * n.
Proof.
  intros [Ends Degree]. rewrite <- (degrees n E Ends).
  assert (Le : forall l, list_sum (map (degree E) l) <= 3 * length l).
  { induction l as [|u l IH]; [simpl; lia|]. change (degree E u + list_sum (map (degree E) l) <= 3 * S (length l)).
    specialize (Degree u). lia. }
  specialize (Le (seq 0 n)). rewrite seq_length in Le. exact Le.
Qed.

(** The vertices of the edges at a vertex. *)
Definition around_in E u : list nat := map (fun e => if Nat.eqb (fst e) u then snd e else fst e) (filter (touches u) E).

Lemma many_independent n E m : subcubic n E -> largest n E m -> n <= 4 * m.
Proof.
  intros [Ends Degree] [(I & (NI & Low & Apart) & <-) Most].
  assert (Cover : incl (seq 0 n) (flat_map (fun u => u :: around_in E u) I)).
  { intros x Hx. apply in_seq in Hx. destruct (in_dec Nat.eq_dec x I) as [K|Out].
    - apply in_flat_map. exists x. simpl. auto.
    - destruct (existsb (fun u => existsb (fun e => touches u e && touches x e) E) I) eqn:Near.
      + apply existsb_exists in Near. destruct Near as (u & Hu & Near). apply existsb_exists in Near.
        destruct Near as ([a b] & He & Near). apply andb_true_iff in Near. destruct Near as [T1 T2].
        apply in_flat_map. exists u. split; [exact Hu|]. right. apply in_map_iff. exists (a, b).
        split; [|apply filter_In; auto]. unfold touches in T1, T2. cbn [fst snd] in *.
        apply orb_true_iff in T1, T2. rewrite !Nat.eqb_eq in T1, T2.
        destruct (Nat.eqb_spec a u) as [->|Na].
        * destruct T2 as [->| ->]; [contradiction | reflexivity].
        * destruct T1 as [->| ->]; [contradiction|]. destruct T2 as [->| ->]; [reflexivity | contradiction].
      + exfalso. assert (Larger : independent n E (x :: I)).
        { split; [constructor; assumption|]. split.
          - intros u [<-|Hu]; [lia | apply Low, Hu].
          - assert (No : forall u a b, In u I -> In (a, b) E -> touches u (a, b) = true -> touches x (a, b) = true -> False).
            { intros u a b Hu He T1 T2. apply not_true_iff_false in Near. apply Near, existsb_exists.
              exists u. split; [exact Hu|]. apply existsb_exists. exists (a, b). rewrite T1, T2. auto. }
            assert (T : forall a b, touches a (a, b) = true /\ touches b (a, b) = true).
            { intros a b. unfold touches. cbn [fst snd]. rewrite !Nat.eqb_refl. auto using orb_true_r. }
            intros a b He [<-|Ha] [<-|Hb].
            + destruct (Ends _ _ He) as (_ & _ & Ne). congruence.
            + apply (No b x b); auto; apply T.
            + apply (No a a x); auto; apply T.
            + exact (Apart a b He Ha Hb). }
        specialize (Most _ Larger). simpl in Most. lia. }
  apply NoDup_incl_length in Cover; [|apply seq_NoDup]. rewrite seq_length in Cover.
  eapply Nat.le_trans; [exact Cover|]. clear - Degree. induction I as [|u I IH]; [simpl; lia|].
  cbn [flat_map]. rewrite app_length. cbn [length]. unfold around_in at 1. rewrite map_length.
  specialize (Degree u). unfold degree in Degree. lia.
Qed.

Theorem independent_L_reduction n E m M :
  subcubic n E -> 0 < n -> largest n E m -> best (left_path n E) (right_path n E) M ->
  M <= 8 * m /\
  forall phi, pinj phi ->
    m - length (independent_of n E phi) <= M - score (left_path n E) (right_path n E) phi.
Proof.
  intros J Pos Largest Best. assert (Opt := proj1 (two_paths_opt n E m J) Largest).
  assert (Eq : M = 1 + length E + m).
  { destruct Best as [(f & Pf & Ef) Lf], Opt as [(g & Pg & Eg) Lg]. specialize (Lf g Pg). specialize (Lg f Pf). lia. }
  assert (K := few_edges n E J). assert (L := many_independent n E m J Largest). split; [lia|].
  intros phi P. destruct (two_paths_back n E phi J P) as [_ Back]. lia.
Qed.

Corollary independent_gap n E m M p q phi :
  subcubic n E -> 0 < n -> largest n E m -> best (left_path n E) (right_path n E) M -> pinj phi ->
  q * (M - score (left_path n E) (right_path n E) phi) <= p * M ->
  q * (m - length (independent_of n E phi)) <= 8 * p * m.
Proof.
  intros J Pos Largest Best P Near. destruct (independent_L_reduction n E m M J Pos Largest Best) as [Alpha Beta].
  specialize (Beta phi P). apply Nat.le_trans with (q * (M - score (left_path n E) (right_path n E) phi)).
  - apply Nat.mul_le_mono_l, Beta.
  - apply Nat.le_trans with (p * M); [exact Near | nia].
Qed.
