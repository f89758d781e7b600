(** * Approximating Smatch is as hard as approximating MAX-3SAT

    An L-reduction (Papadimitriou & Yannakakis 1991) needs two constants: a bound a on the optimum that is made of an
    instance, in optima of the instance, and a bound b on the error of a solution that is read off, in errors of the
    solution that it is read off.  For the reduction of MaxSat.v, from formulas with at most 3 literals in a clause and
    without variables that occur nowhere, they are a = 19 and b = 1 ([maxsat_L_reduction]).  No bound on the number of
    occurrences is needed.

    So an alignment within p/q of the best score gives an assignment within 19 p/q of the greatest number of satisfied
    clauses ([maxsat_gap]).  What follows from that is conditional: if it is hard to satisfy 1 - 19 d of what can be
    satisfied, it is hard to align within 1 - d of the best score.  That the first is NP-hard for some d is the PCP
    theorem, of which nothing is proved here.

    a: half of the clauses are satisfied by setting all variables true, or by setting all false; so the optimum is at
    least m/2, and what the reduction adds, 2 + 2 (N + m), is at most 2 + 8 m, as there are at most 3 m variables. *)

From Coq Require Import Arith Lia Bool List.
From SmatchProof Require Import Smatch MaxSat.
Import ListNotations.

(** The greatest number of clauses that can be satisfied. *)
Definition most_satisfied (f : formula) (m : nat) : Prop :=
  (exists s, satisfied s f = m) /\ forall s, satisfied s f <= m.

Definition best_score (A B : list triple) (M : nat) : Prop :=
  (exists phi, pinj phi /\ score A B phi = M) /\ forall phi, pinj phi -> score A B phi <= M.

(** At most 3 literals in a clause, and no variable that occurs nowhere. *)
Definition three_cnf N (f : formula) : Prop :=
  cnf N f /\ (forall c, In c f -> length c <= 3) /\ forall v, v < N -> exists c b, In c f /\ In (v, b) c.

(** The best score is what the theorem of MaxSat.v says. *)
Lemma maxsat_best N f m : cnf N f -> most_satisfied f m ->
  best_score (left N f) (right N f) (2 + 2 * (N + length f) + m).
Proof.
  intros W [(s & E) Most].
  assert (Le : forall phi, score (left N f) (right N f) phi <= 2 + 2 * (N + length f) + m).
  { intros phi. assert (K := assignment_of_score N f phi). specialize (Most (assignment_of phi)). lia. }
  split; [|auto]. exists (truth_alignment N s f). split; [apply truth_alignment_pinj|].
  assert (K := truth_alignment_score N s f W). specialize (Le (truth_alignment N s f)). lia.
Qed.

Lemma half_satisfied N f : cnf N f -> length f <= satisfied (fun _ => true) f + satisfied (fun _ => false) f.
Proof.
  unfold satisfied. induction f as [|c f IH]; intros W; cbn [filter length]; [lia|].
  assert (W' : cnf N f) by (intros c' H; apply W; simpl; auto). specialize (IH W').
  assert (K : exists b, existsb (holds (fun _ => b)) c = true).
  { destruct (W c (or_introl eq_refl)) as [Ne _]. destruct c as [|[v b] c]; [tauto|]. exists b.
    simpl. unfold holds. simpl. rewrite eqb_reflx. reflexivity. }
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
    assert (K := Three c (or_introl eq_refl)). assert (IH' := IH (fun c' H => Three c' (or_intror H))). unfold formula, clause, literal in *. lia.
Qed.

(** The two constants, 19 and 1. *)
Theorem maxsat_L_reduction N f m M :
  three_cnf N f -> f <> [] -> most_satisfied f m -> best_score (left N f) (right N f) M ->
  M <= 19 * m /\
  forall phi, m - satisfied (assignment_of phi) f <= M - score (left N f) (right N f) phi.
Proof.
  intros Three Ne Most Best. assert (W := proj1 Three).
  assert (E : M = 2 + 2 * (N + length f) + m).
  { destruct (maxsat_best N f m W Most) as [(phi & P & E) Le], Best as [(psi & Q & F) Le'].
    specialize (Le psi Q). specialize (Le' phi P). lia. }
  assert (Few := few_variables N f Three). assert (Half := half_satisfied N f W).
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
