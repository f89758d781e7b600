(** * Lists of any length

    Most functions of Coq's List answer after they have asked about the rest of the list.  Extracted, they need stack in
    proportion to its length, and a long line would end a program by a segmentation fault.  The functions here hand on what
    they have so far and need none.  Each is proved to be the function of List, or of Sums.v, whose name follows its [t];
    the checker that runs uses these, and proofs rewrite them with [autorewrite with plain]. *)

From Coq Require Import List ZArith Lia.
From SmatchProof Require Import Sums.
Import ListNotations.

Definition trev {T} (l : list T) : list T := rev_append l [].
Definition tapp {T} (l m : list T) : list T := rev_append (trev l) m.
Definition tmap {T V} (f : T -> V) (l : list T) : list V := trev (fold_left (fun done x => f x :: done) l []).
Definition tfilter {T} (f : T -> bool) (l : list T) : list T :=
  trev (fold_left (fun done x => if f x then x :: done else done) l []).
Definition tflat_map {T V} (f : T -> list V) (l : list T) : list V :=
  trev (fold_left (fun done x => rev_append (f x) done) l []).
Definition tfold_right {T V} (f : T -> V -> V) (v : V) (l : list T) : V := fold_left (fun v x => f x v) (trev l) v.
Definition tsum {T} (f : T -> Z) (l : list T) : Z := fold_left (fun sum x => sum + f x)%Z l 0%Z.

(** The length in binary. *)
Definition tlength {T} (l : list T) : Z := fold_left (fun n _ => n + 1)%Z l 0%Z.

Lemma trev_eq {T} (l : list T) : trev l = rev l.
Proof. unfold trev. rewrite rev_append_rev. apply app_nil_r. Qed.

Lemma tapp_eq {T} (l m : list T) : tapp l m = l ++ m.
Proof. unfold tapp. rewrite rev_append_rev, trev_eq, rev_involutive. reflexivity. Qed.

Lemma tfold_right_eq {T V} (f : T -> V -> V) v l : tfold_right f v l = fold_right f v l.
Proof. unfold tfold_right. rewrite trev_eq, <- fold_left_rev_right, rev_involutive. reflexivity. Qed.

Lemma tmap_eq {T V} (f : T -> V) l : tmap f l = map f l.
Proof.
  assert (K : forall done, fold_left (fun done x => f x :: done) l done = rev (map f l) ++ done).
  { induction l as [|x l IH]; intros done; [reflexivity|]. cbn [fold_left map rev]. rewrite IH, <- app_assoc. reflexivity. }
  unfold tmap. rewrite K, app_nil_r, trev_eq. apply rev_involutive.
Qed.

Lemma tfilter_eq {T} (f : T -> bool) l : tfilter f l = filter f l.
Proof.
  assert (K : forall done, fold_left (fun done x => if f x then x :: done else done) l done = rev (filter f l) ++ done).
  { induction l as [|x l IH]; intros done; [reflexivity|]. cbn [fold_left filter].
    rewrite IH. destruct (f x); [|reflexivity]. cbn [rev]. rewrite <- app_assoc. reflexivity. }
  unfold tfilter. rewrite K, app_nil_r, trev_eq. apply rev_involutive.
Qed.

Lemma tflat_map_eq {T V} (f : T -> list V) l : tflat_map f l = flat_map f l.
Proof.
  assert (K : forall done, fold_left (fun done x => rev_append (f x) done) l done = rev (flat_map f l) ++ done).
  { induction l as [|x l IH]; intros done; [reflexivity|]. cbn [fold_left flat_map].
    rewrite IH, rev_append_rev, rev_app_distr, <- app_assoc. reflexivity. }
  unfold tflat_map. rewrite K, app_nil_r, trev_eq. apply rev_involutive.
Qed.

Lemma in_tflat_map {T V} (f : T -> list V) l y : In y (tflat_map f l) <-> exists x, In x l /\ In y (f x).
Proof. rewrite tflat_map_eq. apply in_flat_map. Qed.

Lemma tsum_eq {T} (f : T -> Z) l : tsum f l = zsum f l.
Proof.
  assert (K : forall sum, fold_left (fun sum x => sum + f x)%Z l sum = (sum + zsum f l)%Z).
  { induction l as [|x l IH]; intros sum; cbn [fold_left zsum]; [lia|]. rewrite IH. lia. }
  unfold tsum. rewrite K. lia.
Qed.

Lemma tlength_eq {T} (l : list T) : tlength l = Z.of_nat (length l).
Proof.
  assert (K : forall n, fold_left (fun n _ => n + 1)%Z l n = (n + Z.of_nat (length l))%Z).
  { induction l as [|x l IH]; intros n; cbn [fold_left length]; [lia|]. rewrite IH. lia. }
  unfold tlength. rewrite K. lia.
Qed.

#[export] Hint Rewrite @tapp_eq @tfold_right_eq @tmap_eq @tfilter_eq @tflat_map_eq @tsum_eq @tlength_eq : plain.
