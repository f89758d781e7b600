(** * Completing a partial injection between two lists

    The members of two lists have colours, and the right list has at least as many of each colour as the left one.  Then
    a partial injection that keeps colours can be completed, so that every member of the left list has a partner of its
    colour ([complete]).  MaxQap.v and CommonSubgraph.v have this for numbers below n, without colours. *)

From Coq Require Import Arith Lia Bool List.
From SmatchProof Require Import Smatch.
Import ListNotations.

Definition of_colour (colour : nat -> nat) c (l : list nat) := filter (fun x => colour x =? c) l.

(** The pairs lead from one list to the other and keep colours. *)
Definition coloured (L R : list nat) (cl cr : nat -> nat) (pi : align) :=
  forall i j, In (i, j) pi -> In i L /\ In j R /\ cl i = cr j.

Lemma in_of_colour colour c l x : In x (of_colour colour c l) <-> In x l /\ colour x = c.
Proof. unfold of_colour. rewrite filter_In, Nat.eqb_eq. reflexivity. Qed.

(** A member of a list that is not in a shorter one. *)
Lemma exists_outside (L l : list nat) : NoDup L -> length l < length L -> exists x, In x L /\ ~ In x l.
Proof.
  intros ND H. destruct (Exists_dec (fun x => ~ In x l) L) as [E|E].
  - intros x. destruct (in_dec Nat.eq_dec x l); [right|left]; auto.
  - apply Exists_exists in E. exact E.
  - exfalso. assert (I : incl L l).
    { intros x Hx. destruct (in_dec Nat.eq_dec x l); auto. exfalso. apply E, Exists_exists. eauto. }
    apply NoDup_incl_length in I; [lia | exact ND].
Qed.

Theorem complete L R cl cr :
  NoDup L -> NoDup R -> (forall c, length (of_colour cl c L) <= length (of_colour cr c R)) ->
  forall pi, pinj pi -> coloured L R cl cr pi ->
  exists rho, pinj rho /\ coloured L R cl cr rho /\ incl pi rho /\ forall i, In i L -> exists j, In (i, j) rho.
Proof.
  intros NL NR Enough pi. remember (length L - length pi) as d eqn:D. revert pi D.
  induction d as [|d IH]; intros pi D P C.
  - exists pi. split; [exact P|]. split; [exact C|]. split; [apply incl_refl|]. intros i Hi.
    assert (I : incl L (map fst pi)).
    { apply NoDup_length_incl; [apply P | rewrite map_length; lia|].
      intros x Hx. apply in_map_iff in Hx. destruct Hx as ([a b] & <- & Hx). apply (C a b Hx). }
    apply I, in_map_iff in Hi. destruct Hi as ([a b] & <- & Hi). eauto.
  - destruct (exists_outside L (map fst pi) NL) as (i & Hi & Fi); [rewrite map_length; lia|].
    set (mine := filter (fun p : nat * nat => cl (fst p) =? cl i) pi).
    assert (Pm : pinj mine) by apply filter_pinj, P.
    assert (Few : length mine < length (of_colour cl (cl i) L)).
    { rewrite <- (map_length fst). apply (NoDup_incl_length (l := i :: map fst mine)).
      - constructor; [|apply Pm]. intros K. apply in_map_iff in K. destruct K as (p & <- & K).
        apply filter_In in K. apply Fi, in_map, K.
      - intros x [<-|Hx]; apply in_of_colour; [auto|]. apply in_map_iff in Hx. destruct Hx as ([a b] & <- & Hx).
        apply filter_In in Hx. destruct Hx as [Hx E]. apply Nat.eqb_eq in E. split; [apply (C a b Hx) | exact E]. }
    specialize (Enough (cl i)).
    destruct (exists_outside (of_colour cr (cl i) R) (map snd mine)) as (j & Hj & Fj);
      [apply NoDup_filter, NR | rewrite map_length; lia|].
    apply in_of_colour in Hj. destruct Hj as [Hj Ej].
    destruct (IH ((i, j) :: pi)) as (rho & PR & CR & IR & All).
    + cbn [length]. lia.
    + destruct P as [P1 P2]. split; cbn [map fst snd]; constructor; auto.
      intros K. apply in_map_iff in K. destruct K as ([a b] & E & K). cbn [snd] in E. subst b. apply Fj.
      apply in_map_iff. exists (a, j). split; [reflexivity|]. apply filter_In. split; [exact K|].
      apply Nat.eqb_eq. cbn [fst]. destruct (C a j K) as (_ & _ & E). congruence.
    + intros a b [E|K]; [injection E as <- <-; auto | apply C, K].
    + exists rho. split; [exact PR|]. split; [exact CR|]. split; [|exact All]. intros x Hx. apply IR. right. exact Hx.
Qed.
