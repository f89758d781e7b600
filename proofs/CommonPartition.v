(** * MINIMUM COMMON STRING PARTITION reduces to SMATCH of two paths

    Two strings of the same letters, each as often, are given as lists of numbers.  A permutation of positions that takes
    letters to equal letters preserves a duo where it takes neighbours to neighbours, in that order: [preserving],
    [duos].  A string becomes a path below a root: a variable for each letter, which is its concept, and an arc from each
    letter to the next, labelled with the two ([path]).

    Some such permutation preserves k duos or more if and only if 2 + n + k triples can be matched, for n letters
    ([partition_iff_smatch]), so that the best score is 2 + n more than the most duos.  Left to right: roots, concepts and
    preserved duos are matched ([partition_value]).  Right to left ([partition_back]): where a duo is matched, its label
    says that both letters are aligned with equal ones; all such pairs are completed, letter by letter ([complete] of
    Completion.v).  Both graphs have 2 n + 2 triples ([path_length]).

    The Python counterpart is reductions/to_smatch/common_partition.py. *)

From Coq Require Import Arith Lia Bool List.
From Coq Require Cantor.
From SmatchProof Require Import Smatch SubgraphIsomorphism MaxQap MaxSat Completion.
Import ListNotations.

(** ** Definitions *)

Definition string := list nat.

Definition letter (l : string) i := nth i l 0.

Definition same_letters (l r : string) := forall c, count_occ Nat.eq_dec l c = count_occ Nat.eq_dec r c.

Definition preserving (l r : string) (pi : align) :=
  perm (length l) pi /\ forall i j, In (i, j) pi -> letter l i = letter r j.

(** Whether positions i and i + 1 go to neighbours. *)
Definition kept (pi : align) i : bool :=
  match app pi i, app pi (S i) with Some j, Some k => k =? S j | _, _ => false end.

Definition duos n (pi : align) : nat := length (filter (kept pi) (seq 0 (pred n))).

(** Labels 0 and 1 are those of the arc from the root, on the left and on the right. *)
Definition duo a b := 2 + Cantor.to_nat (a, b).

Definition duo_arc (l : string) i := Rel (duo (letter l i) (letter l (S i))) (S i) (S (S i)).

Definition path side (l : string) : list triple :=
  Inst 0 0 :: Attr 0 0 0 :: map (fun i => Inst (S i) (S (letter l i))) (seq 0 (length l)) ++
  map (fun i => Rel side 0 (S i)) (seq 0 (Nat.min 1 (length l))) ++ map (duo_arc l) (seq 0 (pred (length l))).

(** ** The triples *)

Theorem path_length side l : length (path side l) = 2 * length l + 2.
Proof. unfold path. cbn [length]. rewrite !app_length, !map_length, !seq_length. lia. Qed.

Lemma duo_inj a b a' b' : duo a b = duo a' b' -> a = a' /\ b = b'.
Proof. unfold duo. intros E. apply Nat.add_cancel_l, Cantor.to_nat_inj in E. injection E; auto. Qed.

Lemma in_path side l t : In t (path side l) <->
  t = Inst 0 0 \/ t = Attr 0 0 0 \/ (exists i, i < length l /\ t = Inst (S i) (S (letter l i))) \/
  (exists i, i < Nat.min 1 (length l) /\ t = Rel side 0 (S i)) \/ exists i, S i < length l /\ t = duo_arc l i.
Proof.
  unfold path. cbn [In]. rewrite !in_app_iff, !in_map_iff. split.
  - intros [<-|[<-|[(i & <- & H)|[(i & <- & H)|(i & <- & H)]]]]; auto; apply in_seq in H; right; right.
    + left. exists i. split; [lia | reflexivity].
    + right. left. exists i. split; [lia | reflexivity].
    + right. right. exists i. split; [lia | reflexivity].
  - intros [->|[->|[(i & H & ->)|[(i & H & ->)|(i & H & ->)]]]]; auto; right; right.
    + left. exists i. split; [reflexivity | apply in_seq; lia].
    + right. left. exists i. split; [reflexivity | apply in_seq; lia].
    + right. right. exists i. split; [reflexivity | apply in_seq; lia].
Qed.

Lemma in_path_duo l a b y z : In (Rel (duo a b) y z) (path 1 l) <->
  exists j, S j < length l /\ y = S j /\ z = S (S j) /\ a = letter l j /\ b = letter l (S j).
Proof.
  rewrite in_path. split.
  - intros [H|[H|[(i & _ & H)|[(i & _ & H)|(j & Hj & H)]]]]; try discriminate.
    unfold duo_arc in H. apply Rel_inj in H. destruct H as (E & -> & ->). apply duo_inj in E. exists j. tauto.
  - intros (j & Hj & -> & -> & -> & ->). right. right. right. right. exists j. auto.
Qed.

Lemma path_score l r phi : score (path 0 l) (path 1 r) phi =
  length (filter (matched (path 1 r) phi) [Inst 0 0; Attr 0 0 0]) +
  length (filter (matched (path 1 r) phi) (map (fun i => Inst (S i) (S (letter l i))) (seq 0 (length l)))) +
  length (filter (fun i => matched (path 1 r) phi (duo_arc l i)) (seq 0 (pred (length l)))).
Proof.
  assert (Start : length (filter (matched (path 1 r) phi) (map (fun i => Rel 0 0 (S i)) (seq 0 (Nat.min 1 (length l))))) = 0).
  { assert (K : forall m, In m (map (fun i => Rel 0 0 (S i)) (seq 0 (Nat.min 1 (length l)))) -> matched (path 1 r) phi m = false).
    { intros m Hm. apply in_map_iff in Hm. destruct Hm as (i & <- & _). apply not_true_is_false. intros M.
      unfold matched in M. cbn [image] in M. destruct (app phi 0) as [y|]; [|discriminate].
      destruct (app phi (S i)) as [z|]; [|discriminate]. apply tin_iff, in_path in M.
      destruct M as [M|[M|[(k & _ & M)|[(k & _ & M)|(k & _ & M)]]]]; discriminate. }
    revert K. generalize (map (fun i => Rel 0 0 (S i)) (seq 0 (Nat.min 1 (length l)))). induction l0 as [|m q IH]; intros K; [reflexivity|].
    cbn [filter]. rewrite (K m (or_introl eq_refl)). apply IH. intros x Hx. apply K. right. exact Hx. }
  unfold score. unfold path at 2. match goal with |- context [Inst 0 0 :: Attr 0 0 0 :: ?q] =>
    change (Inst 0 0 :: Attr 0 0 0 :: q) with ([Inst 0 0; Attr 0 0 0] ++ q) end.
  rewrite !filter_app_length, Start, (filter_map_length (duo_arc l) _ (fun i => matched (path 1 r) phi (duo_arc l i))); [lia|].
  reflexivity.
Qed.

(** ** The reduction *)

Lemma same_letters_length l r : same_letters l r -> length l = length r.
Proof.
  revert r. induction l as [|c l IH]; intros r H.
  - destruct r as [|d r]; [reflexivity|]. specialize (H d). cbn in H. destruct (Nat.eq_dec d d); [discriminate | congruence].
  - assert (I : In c r).
    { apply (count_occ_In Nat.eq_dec). rewrite <- H. cbn. destruct (Nat.eq_dec c c); [lia | congruence]. }
    apply in_split in I. destruct I as (r1 & r2 & ->). rewrite app_length. cbn [length].
    rewrite (IH (r1 ++ r2)); [rewrite app_length; lia|].
    intros d. specialize (H d). rewrite !count_occ_app in *. cbn in H. destruct (Nat.eq_dec c d); lia.
Qed.

(** A letter has as many positions as occurrences. *)
Lemma colour_count l c : length (of_colour (letter l) c (seq 0 (length l))) = count_occ Nat.eq_dec l c.
Proof.
  unfold of_colour. induction l as [|d l IH]; [reflexivity|]. cbn [length seq filter].
  rewrite <- seq_shift. change (letter (d :: l) 0) with d.
  assert (E : length (filter (fun x => letter (d :: l) x =? c) (map S (seq 0 (length l)))) = count_occ Nat.eq_dec l c).
  { rewrite <- IH. apply filter_map_length. reflexivity. }
  cbn [count_occ]. destruct (Nat.eqb_spec d c) as [->|Ne].
  - cbn [length]. rewrite E. destruct (Nat.eq_dec c c); [reflexivity | congruence].
  - rewrite E. destruct (Nat.eq_dec d c); [congruence | reflexivity].
Qed.

Theorem partition_value l r pi :
  same_letters l r -> preserving l r pi -> 2 + length l + duos (length l) pi <= score (path 0 l) (path 1 r) (lift pi).
Proof.
  intros Same (Perm & Letters). assert (Len := same_letters_length l r Same). rewrite path_score.
  assert (Roots : length (filter (matched (path 1 r) (lift pi)) [Inst 0 0; Attr 0 0 0]) = 2).
  { rewrite filter_all_eq; [reflexivity|].
    intros t [<-|[<-|[]]]; unfold matched; cbn [image lift app Nat.eqb option_map]; apply tin_iff, in_path; auto. }
  assert (Concepts : length (filter (matched (path 1 r) (lift pi))
      (map (fun i => Inst (S i) (S (letter l i))) (seq 0 (length l)))) = length l).
  { rewrite filter_all_eq, map_length; [apply seq_length|]. intros t Ht. apply in_map_iff in Ht. destruct Ht as (i & <- & Hi).
    apply in_seq in Hi. destruct (perm_total _ _ Perm i) as (j & Hj & K); [lia|]. unfold matched. cbn [image].
    rewrite (lift_app pi i j) by (auto; apply Perm). cbn [option_map]. apply tin_iff, in_path. right. right. left.
    exists j. rewrite (Letters i j K). split; [lia | reflexivity]. }
  assert (Duos : duos (length l) pi <= length (filter (fun i => matched (path 1 r) (lift pi) (duo_arc l i)) (seq 0 (pred (length l))))).
  { apply filter_mono. intros i Hi. unfold kept. destruct (app pi i) as [j|] eqn:Ei; [|discriminate].
    destruct (app pi (S i)) as [k|] eqn:Ek; [|discriminate]. intros E. apply Nat.eqb_eq in E. subst k.
    apply app_In in Ei. apply app_In in Ek. unfold matched, duo_arc. cbn [image].
    rewrite (lift_app pi i j), (lift_app pi (S i) (S j)) by (auto; apply Perm). apply tin_iff, in_path_duo.
    exists j. destruct Perm as (_ & W & _). destruct (W _ _ Ek) as [_ Hk].
    rewrite (Letters _ _ Ei), (Letters _ _ Ek). repeat split; auto. lia. }
  lia.
Qed.

(** Every alignment gives such a permutation that accounts for its score. *)
Theorem partition_back l r phi :
  same_letters l r -> pinj phi ->
  exists pi, preserving l r pi /\ score (path 0 l) (path 1 r) phi <= 2 + length l + duos (length l) pi.
Proof.
  intros Same P. assert (Len := same_letters_length l r Same). set (n := length l) in *.
  set (equal := filter (fun p => letter l (fst p) =? letter r (snd p)) (restrict n phi)).
  assert (InE : forall i j, In (i, j) equal <-> In (S i, S j) phi /\ i < n /\ j < n /\ letter l i = letter r j).
  { intros i j. unfold equal. rewrite filter_In, in_restrict, Nat.eqb_eq. cbn [fst snd]. tauto. }
  destruct (complete (seq 0 n) (seq 0 n) (letter l) (letter r)) with (pi := equal) as (pi & PR & CR & IR & All).
  - apply seq_NoDup.
  - apply seq_NoDup.
  - intros c. rewrite Len at 2. unfold n. rewrite !colour_count, Same. reflexivity.
  - apply filter_pinj, restrict_pinj, P.
  - intros i j H. apply InE in H. rewrite !in_seq. repeat split; lia.
  - assert (Within : within n pi) by (intros i j H; apply CR in H; rewrite !in_seq in H; lia).
    assert (Perm : perm n pi).
    { split; [exact PR|]. split; [exact Within|]. apply Nat.le_antisymm; [apply within_length; assumption|].
      rewrite <- (map_length fst pi). apply Nat.le_trans with (length (seq 0 n)); [rewrite seq_length; lia|].
      apply NoDup_incl_length; [apply seq_NoDup|].
      intros i Hi. destruct (All i Hi) as (j & Hj). apply (in_map fst _ _ Hj). }
    exists pi. split; [split; [exact Perm|]; intros i j H; apply CR in H; tauto|]. rewrite path_score.
    apply Nat.add_le_mono; [apply Nat.add_le_mono|].
    + rewrite filter_le. reflexivity.
    + rewrite filter_le, map_length, seq_length. reflexivity.
    + apply filter_mono. intros i Hi M. apply in_seq in Hi. unfold matched, duo_arc in M. cbn [image] in M.
      destruct (app phi (S i)) as [y|] eqn:Ei; [|discriminate]. destruct (app phi (S (S i))) as [z|] eqn:Ek; [|discriminate].
      apply tin_iff, in_path_duo in M. destruct M as (j & Hj & -> & -> & Ea & Eb).
      apply app_In in Ei. apply app_In in Ek. unfold kept. fold n in Hi.
      rewrite (In_app pi i j), (In_app pi (S i) (S j)) by (try apply PR; apply IR, InE; repeat split; auto; lia).
      apply Nat.eqb_refl.
Qed.

Theorem partition_iff_smatch l r k :
  same_letters l r ->
  (exists pi, preserving l r pi /\ k <= duos (length l) pi) <-> SMATCH (path 0 l) (path 1 r) (2 + length l + k).
Proof.
  intros Same. split.
  - intros (pi & K & H). exists (lift pi). split; [apply lift_pinj, K|].
    assert (V := partition_value l r pi Same K). lia.
  - intros (phi & P & H). destruct (partition_back l r phi Same P) as (pi & K & V). exists pi. split; [exact K | lia].
Qed.
