(** * Finite sums of integers

    [zsum f l] is the sum of [f x] over the entries [x] of the list [l].  The lemmas are the usual rules for sums; the
    last one says when the sum over a part is at most the sum over the whole. *)

From Coq Require Import Arith Lia List Permutation ZArith.
Import ListNotations.
Local Open Scope Z_scope.

Fixpoint zsum {T} (f : T -> Z) (l : list T) : Z :=
  match l with
  | [] => 0
  | x :: r => f x + zsum f r
  end.

Lemma zsum_ext {T} (f g : T -> Z) l : (forall x, In x l -> f x = g x) -> zsum f l = zsum g l.
Proof. induction l as [|a l IH]; simpl; auto. intros H. rewrite H, IH; auto. Qed.

Lemma zsum_le {T} (f g : T -> Z) l : (forall x, In x l -> f x <= g x) -> zsum f l <= zsum g l.
Proof.
  induction l as [|a l IH]; simpl; intros H; [lia|].
  apply Z.add_le_mono; auto.
Qed.

Lemma zsum_add {T} (f g : T -> Z) l : zsum (fun x => f x + g x) l = zsum f l + zsum g l.
Proof. induction l; simpl; lia. Qed.

Lemma zsum_mul {T} (f : T -> Z) c l : zsum (fun x => c * f x) l = c * zsum f l.
Proof. induction l; simpl; lia. Qed.

Lemma zsum_0 {T} (l : list T) : zsum (fun _ => 0) l = 0.
Proof. induction l; simpl; lia. Qed.

Lemma zsum_zero {T} (f : T -> Z) l : (forall x, In x l -> f x = 0) -> zsum f l = 0.
Proof. intros H. rewrite (zsum_ext f (fun _ => 0)) by exact H. apply zsum_0. Qed.

Lemma zsum_nonneg {T} (f : T -> Z) l : (forall x, In x l -> 0 <= f x) -> 0 <= zsum f l.
Proof. intros H. rewrite <- (zsum_0 l). apply zsum_le, H. Qed.

Lemma zsum_swap {T V} (f : T -> V -> Z) l k :
  zsum (fun x => zsum (f x) k) l = zsum (fun y => zsum (fun x => f x y) l) k.
Proof.
  induction l as [|a l IH]; simpl; [symmetry; apply zsum_0|].
  rewrite IH, <- zsum_add. reflexivity.
Qed.

Lemma zsum_map {T V} (g : T -> V) (f : V -> Z) l : zsum f (map g l) = zsum (fun x => f (g x)) l.
Proof. induction l; simpl; congruence. Qed.

Lemma zsum_app {T} (f : T -> Z) l k : zsum f (l ++ k) = zsum f l + zsum f k.
Proof. induction l; simpl; lia. Qed.

(** A part without repetition sums to at most the whole if no term outside the part is negative. *)
Lemma zsum_sub {T} (f : T -> Z) l L :
  NoDup l -> NoDup L -> incl l L -> (forall x, In x L -> ~ In x l -> 0 <= f x) -> zsum f l <= zsum f L.
Proof.
  revert L. induction l as [|a l IH]; intros L Nl NL Sub Outside.
  - simpl. apply zsum_nonneg. intros x Hx. apply Outside; auto.
  - assert (Ha : In a L) by (apply Sub; simpl; auto).
    apply in_split in Ha. destruct Ha as (L1 & L2 & ->).
    apply NoDup_cons_iff in Nl. destruct Nl as [Fresh Nl].
    apply NoDup_remove in NL. destruct NL as [NL Once].
    assert (Rest : zsum f l <= zsum f (L1 ++ L2)).
    { apply IH; auto.
      - intros x Hx. assert (K := Sub x (or_intror Hx)). rewrite in_app_iff in K |- *. simpl in K.
        destruct K as [K|[->|K]]; tauto.
      - intros x Hx Nx. apply Outside.
        + rewrite in_app_iff in Hx |- *. simpl. tauto.
        + intros [->|K]; tauto. }
    rewrite zsum_app in Rest |- *. simpl. lia.
Qed.

(** If no term is negative, each is at most the sum. *)
Lemma zsum_member {T} (f : T -> Z) l x : (forall y, In y l -> 0 <= f y) -> In x l -> f x <= zsum f l.
Proof.
  intros Nonneg H. apply in_split in H. destruct H as (l1 & l2 & ->).
  rewrite zsum_app. simpl.
  assert (0 <= zsum f l1) by (apply zsum_nonneg; intros; apply Nonneg, in_app_iff; auto).
  assert (0 <= zsum f l2) by (apply zsum_nonneg; intros; apply Nonneg, in_app_iff; simpl; auto).
  lia.
Qed.

Lemma zsum_flat_map {T V} (g : T -> list V) (f : V -> Z) l : zsum f (flat_map g l) = zsum (fun x => zsum f (g x)) l.
Proof. induction l as [|a l IH]; simpl; auto. rewrite zsum_app, IH. reflexivity. Qed.

Lemma zsum_filter {T} (f : T -> Z) (g : T -> bool) l :
  zsum f l = zsum f (filter g l) + zsum f (filter (fun x => negb (g x)) l).
Proof. induction l as [|a l IH]; simpl; auto. destruct (g a); simpl; lia. Qed.

Lemma zsum_permutation {T} (f : T -> Z) l k : Permutation l k -> zsum f l = zsum f k.
Proof. induction 1; simpl; lia. Qed.

(** In a list without repetition, a term that only [x] contributes counts once or not at all. *)
Lemma zsum_one {T} (dec : forall x y : T, {x = y} + {x <> y}) (f : T -> Z) (x : T) l :
  NoDup l -> zsum (fun y => if dec x y then f y else 0) l = if in_dec dec x l then f x else 0.
Proof.
  intros ND. destruct (in_dec dec x l) as [Hx|Hx].
  - induction l as [|a l IH]; [destruct Hx|].
    apply NoDup_cons_iff in ND. destruct ND as [Fresh ND]. simpl. destruct (dec x a) as [->|Ne].
    + rewrite zsum_zero; [lia|]. intros y Hy. destruct (dec a y) as [->|_]; tauto.
    + destruct Hx as [->|Hx]; [tauto|]. rewrite IH; auto.
  - apply zsum_zero. intros y Hy. destruct (dec x y) as [->|_]; tauto.
Qed.
