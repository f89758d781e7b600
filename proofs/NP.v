(** * SMATCH is in NP

    A yes of SMATCH has a short proof, and a quick verifier for it.  Let n be the number of bits of A, B and k.  Then

    - SMATCH A B k  <->  the verifier accepts some alignment of at most n bits, and
    - it takes at most 64 n^3 bit operations for any alignment of at most n bits     ([smatch_in_NP]).

    The certificate is the alignment, as a list of pairs.  The verifier checks that no variable occurs twice on a side,
    counts the matched triples and compares the count with k ([verify], [verify_correct]).

    The certificate is short: a pair with a variable that occurs in no triple can be dropped without losing a match
    ([prune_score]), and what is left uses each variable once ([small_certificate], [prune_bits]).

    The verifier is quick: it only runs along lists.  [m_verify] is the verifier again, with a meter; it gives the same
    result ([m_verify_result]).  The number of steps is polynomial in the lengths of the lists ([step_verify_bound]),
    and if a step costs as much as the numbers in it have bits, the total is that of [smatch_in_NP].

    The same question with F-scores, whether F >= a/b is possible, is SMATCH for another k ([f_score_threshold]).

    The Python counterpart of the verifier is matched_triples in conventions/triples.py, by which every score is
    recounted.  It finds triples by hashing and not by running along the list, so it is faster than the bound here. *)

From Coq Require Import Arith Lia Bool List.
From SmatchProof Require Import Smatch.
Import ListNotations.

(** ** The verifier *)

Fixpoint distinct (l : list nat) : bool :=
  match l with
  | [] => true
  | x :: r => negb (existsb (Nat.eqb x) r) && distinct r
  end.

Definition verify (A B : list triple) (k : nat) (phi : align) : bool :=
  distinct (map fst phi) && distinct (map snd phi) && (k <=? score A B phi).

Lemma existsb_In x l : existsb (Nat.eqb x) l = true <-> In x l.
Proof.
  rewrite existsb_exists. split.
  - intros (y & H & E). apply Nat.eqb_eq in E. subst. exact H.
  - intros H. exists x. rewrite Nat.eqb_refl. auto.
Qed.

Lemma distinct_NoDup l : distinct l = true <-> NoDup l.
Proof.
  induction l as [|x r IH]; simpl; [split; [constructor | reflexivity]|].
  rewrite andb_true_iff, negb_true_iff, IH, <- not_true_iff_false, existsb_In, NoDup_cons_iff. reflexivity.
Qed.

Theorem verify_correct A B k phi : verify A B k phi = true <-> pinj phi /\ k <= score A B phi.
Proof. unfold verify, pinj. rewrite !andb_true_iff, !distinct_NoDup, Nat.leb_le. reflexivity. Qed.

Corollary smatch_iff_verified A B k : SMATCH A B k <-> exists phi, verify A B k phi = true.
Proof. split; intros (phi & H); exists phi; apply verify_correct; exact H. Qed.

(** ** Short certificates *)

Definition variables_in (t : triple) : list nat :=
  match t with Inst v _ => [v] | Attr _ v _ => [v] | Rel _ u v => [u; v] end.

Definition variables (T : list triple) : list nat := nodup Nat.eq_dec (flat_map variables_in T).

Definition occurring (A B : list triple) (p : nat * nat) : bool :=
  existsb (Nat.eqb (fst p)) (variables A) && existsb (Nat.eqb (snd p)) (variables B).

(** The pairs whose left variable occurs in [A] and whose right variable occurs in [B]. *)
Definition prune (A B : list triple) (phi : align) : align := filter (occurring A B) phi.

Lemma in_variables T t x : In t T -> In x (variables_in t) -> In x (variables T).
Proof. intros H K. apply nodup_In, in_flat_map. eauto. Qed.

(** So the certificates below have no more pairs than twice the number of triples. *)
Lemma variables_length T : length (variables T) <= 2 * length T.
Proof.
  transitivity (length (flat_map variables_in T)).
  - apply NoDup_incl_length; [apply NoDup_nodup | intros x; apply nodup_In].
  - induction T as [|t r IH]; simpl; auto. rewrite app_length. destruct t; simpl; lia.
Qed.

Lemma in_prune A B phi x y :
  In (x, y) (prune A B phi) <-> In (x, y) phi /\ In x (variables A) /\ In y (variables B).
Proof. unfold prune, occurring. rewrite filter_In, andb_true_iff, !existsb_In. reflexivity. Qed.

Lemma prune_pinj A B phi : pinj phi -> pinj (prune A B phi).
Proof. apply filter_pinj. Qed.

Lemma prune_fst A B phi : incl (map fst (prune A B phi)) (variables A).
Proof. intros x H. apply in_map_iff in H. destruct H as ([u v] & <- & H). apply in_prune in H. apply H. Qed.

Lemma prune_snd A B phi : incl (map snd (prune A B phi)) (variables B).
Proof. intros x H. apply in_map_iff in H. destruct H as ([u v] & <- & H). apply in_prune in H. apply H. Qed.

Lemma app_prune A B phi x y :
  pinj phi -> app phi x = Some y -> In x (variables A) -> In y (variables B) -> app (prune A B phi) x = Some y.
Proof. intros P E Hx Hy. apply In_app; [apply prune_pinj, P|]. apply in_prune. apply app_In in E. auto. Qed.

(** A matched triple only uses pairs that are kept. *)
Lemma prune_matched A B phi t :
  pinj phi -> In t A -> matched B phi t = true -> matched B (prune A B phi) t = true.
Proof.
  intros P Ht. unfold matched. destruct (image phi t) as [t'|] eqn:E; [|discriminate].
  intros M. enough (K : image (prune A B phi) t = Some t') by (rewrite K; exact M). apply tin_iff in M.
  assert (V := in_variables A t). assert (W := in_variables B t').
  destruct t as [v c | a v c | r u v]; simpl in E |- *.
  - destruct (app phi v) as [y|] eqn:Ev; [|discriminate]. injection E as <-.
    rewrite (app_prune A B phi v y); simpl in *; auto.
  - destruct (app phi v) as [y|] eqn:Ev; [|discriminate]. injection E as <-.
    rewrite (app_prune A B phi v y); simpl in *; auto.
  - destruct (app phi u) as [y|] eqn:Eu; [|discriminate]. destruct (app phi v) as [z|] eqn:Ev; [|discriminate].
    injection E as <-. rewrite (app_prune A B phi u y), (app_prune A B phi v z); simpl in *; auto.
Qed.

Theorem prune_score A B phi : pinj phi -> score A B phi <= score A B (prune A B phi).
Proof. intros P. apply filter_mono. intros t Ht. apply prune_matched; assumption. Qed.

Lemma prune_length A B phi :
  pinj phi -> length (prune A B phi) <= Nat.min (length (variables A)) (length (variables B)).
Proof.
  intros P. destruct (prune_pinj A B phi P) as [N1 N2]. apply Nat.min_glb.
  - rewrite <- (map_length fst). apply NoDup_incl_length; [exact N1 | apply prune_fst].
  - rewrite <- (map_length snd). apply NoDup_incl_length; [exact N2 | apply prune_snd].
Qed.

(** It is enough to look for alignments of variables that occur, of which there is a finite number. *)
Theorem small_certificate A B k :
  SMATCH A B k <->
  exists phi, verify A B k phi = true /\
    length phi <= Nat.min (length (variables A)) (length (variables B)) /\
    forall x y, In (x, y) phi -> In x (variables A) /\ In y (variables B).
Proof.
  split.
  - intros (phi & P & H). exists (prune A B phi). split; [|split].
    + apply verify_correct. split; [apply prune_pinj, P | rewrite H; apply prune_score, P].
    + apply prune_length, P.
    + intros x y K. apply in_prune in K. apply K.
  - intros (phi & H & _). apply smatch_iff_verified. eauto.
Qed.

(** ** Sizes in bits *)

Definition bits (x : nat) : nat := S (Nat.log2 x).
Definition total_bits (l : list nat) : nat := list_sum (map bits l).

Definition entries (t : triple) : list nat :=
  match t with Inst v c => [v; c] | Attr a v c => [a; v; c] | Rel r u v => [r; u; v] end.

(** One unit more than its numbers, for its kind. *)
Definition triple_bits (t : triple) : nat := 1 + total_bits (entries t).

Definition list_bits (T : list triple) : nat := list_sum (map triple_bits T).
Definition alignment_bits (phi : align) : nat := total_bits (map fst phi) + total_bits (map snd phi).
Definition input_bits (A B : list triple) (k : nat) : nat := list_bits A + list_bits B + bits k.

Lemma total_bits_cons x l : total_bits (x :: l) = bits x + total_bits l.
Proof. reflexivity. Qed.

Lemma total_bits_app l r : total_bits (l ++ r) = total_bits l + total_bits r.
Proof. unfold total_bits. rewrite map_app. apply list_sum_app. Qed.

Lemma list_bits_cons t T : list_bits (t :: T) = triple_bits t + list_bits T.
Proof. reflexivity. Qed.

Lemma length_total_bits l : length l <= total_bits l.
Proof. induction l as [|x r IH]; [apply le_n|]. rewrite total_bits_cons. unfold bits. simpl. lia. Qed.

Lemma length_list_bits T : length T <= list_bits T.
Proof. induction T as [|t r IH]; [apply le_n|]. rewrite list_bits_cons. unfold triple_bits. simpl. lia. Qed.

Lemma in_total_bits x l : In x l -> bits x <= total_bits l.
Proof.
  induction l as [|y r IH]; [intros []|]. rewrite total_bits_cons.
  intros [->|H]; [lia | specialize (IH H); lia].
Qed.

Lemma in_list_bits t T : In t T -> triple_bits t <= list_bits T.
Proof.
  induction T as [|s r IH]; [intros []|]. rewrite list_bits_cons.
  intros [->|H]; [lia | specialize (IH H); lia].
Qed.

Lemma total_bits_incl l : forall L, NoDup l -> incl l L -> total_bits l <= total_bits L.
Proof.
  induction l as [|x l IH]; intros L N I; [apply Nat.le_0_l|].
  apply NoDup_cons_iff in N. destruct N as [Fresh N].
  destruct (in_split x L (I x (or_introl eq_refl))) as (L1 & L2 & ->).
  assert (Rest : incl l (L1 ++ L2)).
  { intros y Hy. assert (K := I y (or_intror Hy)). rewrite in_app_iff in K |- *. destruct K as [|[<-|]]; tauto. }
  specialize (IH _ N Rest). rewrite !total_bits_app in *. rewrite !total_bits_cons. lia.
Qed.

Lemma variables_bits T : total_bits (flat_map variables_in T) <= list_bits T.
Proof.
  induction T as [|t r IH]; [apply le_n|]. rewrite list_bits_cons. simpl flat_map. rewrite total_bits_app.
  apply Nat.add_le_mono; [|exact IH]. destruct t; unfold triple_bits, total_bits; simpl; lia.
Qed.

Lemma occurring_bits l T : NoDup l -> incl l (variables T) -> total_bits l <= list_bits T.
Proof.
  intros N I. rewrite <- variables_bits. apply total_bits_incl; [exact N|].
  intros x Hx. apply I, nodup_In in Hx. exact Hx.
Qed.

(** The pairs that are kept take no more room than the triples. *)
Theorem prune_bits A B phi : pinj phi -> alignment_bits (prune A B phi) <= list_bits A + list_bits B.
Proof.
  intros P. destruct (prune_pinj A B phi P) as [N1 N2].
  apply Nat.add_le_mono; apply occurring_bits; [exact N1 | apply prune_fst | exact N2 | apply prune_snd].
Qed.

(** ** The verifier with a meter

    Every function returns its result and its cost.  What it costs to read or compare two numbers, or two triples, is
    left open: with a price of 1 the meter counts steps, with the number of bits as price it counts bit operations.
    To move along a list is free, for every move goes with a comparison or with the unit that a triple of A costs. *)

Section Meter.
Variable number_price : nat -> nat -> nat.
Variable triple_price : triple -> triple -> nat.

Fixpoint m_occurs (x : nat) (l : list nat) : bool * nat :=
  match l with
  | [] => (false, 0)
  | y :: r => let (b, n) := if Nat.eqb x y then (true, 0) else m_occurs x r in (b, number_price x y + n)
  end.

Fixpoint m_distinct (l : list nat) : bool * nat :=
  match l with
  | [] => (true, 0)
  | x :: r => let (b, n) := m_occurs x r in let (d, m) := m_distinct r in (negb b && d, n + m)
  end.

Fixpoint m_app (phi : align) (x : nat) : option nat * nat :=
  match phi with
  | [] => (None, 0)
  | (a, b) :: r => let (y, n) := if Nat.eqb a x then (Some b, 0) else m_app r x in (y, number_price a x + n)
  end.

Definition m_image (phi : align) (t : triple) : option triple * nat :=
  match t with
  | Inst v c => let (y, n) := m_app phi v in (option_map (fun y => Inst y c) y, n)
  | Attr a v c => let (y, n) := m_app phi v in (option_map (fun y => Attr a y c) y, n)
  | Rel r u v =>
      let (y, n) := m_app phi u in
      let (z, m) := m_app phi v in
      (match y, z with Some y, Some z => Some (Rel r y z) | _, _ => None end, n + m)
  end.

Fixpoint m_tin (t : triple) (B : list triple) : bool * nat :=
  match B with
  | [] => (false, 0)
  | s :: r => let (b, n) := if triple_eq_dec t s then (true, 0) else m_tin t r in (b, triple_price t s + n)
  end.

(** To write the image down costs as much as to compare the triple with it. *)
Definition m_matched (B : list triple) (phi : align) (t : triple) : bool * nat :=
  let (i, n) := m_image phi t in
  match i with
  | Some t' => let (b, m) := m_tin t' B in (b, n + triple_price t t' + m)
  | None => (false, n)
  end.

(** One unit for each triple goes to the counter. *)
Fixpoint m_score (A B : list triple) (phi : align) : nat * nat :=
  match A with
  | [] => (0, 0)
  | t :: r =>
      let (b, n) := m_matched B phi t in
      let (s, m) := m_score r B phi in
      (if b then S s else s, 1 + n + m)
  end.

Definition m_verify (A B : list triple) (k : nat) (phi : align) : bool * nat :=
  let (b, n1) := m_distinct (map fst phi) in
  let (d, n2) := m_distinct (map snd phi) in
  let (s, n3) := m_score A B phi in
  (b && d && (k <=? s), n1 + n2 + n3 + number_price k s).

(** *** The meter does not change the results *)

Lemma m_occurs_result x l : fst (m_occurs x l) = existsb (Nat.eqb x) l.
Proof.
  induction l as [|y r IH]; simpl; auto. destruct (Nat.eqb x y); simpl; auto. destruct (m_occurs x r). exact IH.
Qed.

Lemma m_distinct_result l : fst (m_distinct l) = distinct l.
Proof.
  induction l as [|x r IH]; simpl; auto. rewrite <- m_occurs_result, <- IH.
  destruct (m_occurs x r), (m_distinct r). reflexivity.
Qed.

Lemma m_app_result phi x : fst (m_app phi x) = app phi x.
Proof.
  induction phi as [|[a b] r IH]; simpl; auto. destruct (Nat.eqb a x); simpl; auto. destruct (m_app r x). exact IH.
Qed.

Lemma m_image_result phi t : fst (m_image phi t) = image phi t.
Proof.
  destruct t as [v c | a v c | r u v]; simpl; rewrite <- !m_app_result.
  - destruct (m_app phi v). reflexivity.
  - destruct (m_app phi v). reflexivity.
  - destruct (m_app phi u), (m_app phi v). reflexivity.
Qed.

Lemma m_tin_result t B : fst (m_tin t B) = tin t B.
Proof.
  apply eq_true_iff_eq. rewrite tin_iff. induction B as [|s r IH]; simpl; [split; [discriminate | tauto]|].
  destruct (triple_eq_dec t s) as [->|Ne]; simpl; [tauto|].
  destruct (m_tin t r). simpl in *. rewrite IH. intuition congruence.
Qed.

Lemma m_matched_result B phi t : fst (m_matched B phi t) = matched B phi t.
Proof.
  unfold m_matched, matched. rewrite <- m_image_result. destruct (m_image phi t) as [[t'|] n]; simpl; auto.
  rewrite <- m_tin_result. destruct (m_tin t' B). reflexivity.
Qed.

Lemma m_score_result A B phi : fst (m_score A B phi) = score A B phi.
Proof.
  induction A as [|t r IH]; unfold score in *; simpl; auto. rewrite <- m_matched_result.
  destruct (m_matched B phi t) as [[] n], (m_score r B phi); simpl in *; auto.
Qed.

Theorem m_verify_result A B k phi : fst (m_verify A B k phi) = verify A B k phi.
Proof.
  unfold m_verify, verify. rewrite <- !m_distinct_result, <- m_score_result.
  destruct (m_distinct (map fst phi)), (m_distinct (map snd phi)), (m_score A B phi). reflexivity.
Qed.

(** *** The bill

    Suppose no comparison between numbers that are [fine], or triples of such numbers, costs more than [c]. *)

Variable fine : nat -> Prop.
Variable c : nat.
Hypothesis c_positive : 1 <= c.
Hypothesis number_price_le : forall x y, fine x -> fine y -> number_price x y <= c.
Hypothesis triple_price_le : forall s t, Forall fine (entries s) -> Forall fine (entries t) -> triple_price s t <= c.

Definition fine_triples (T : list triple) := forall t, In t T -> Forall fine (entries t).
Definition fine_alignment (phi : align) := Forall fine (map fst phi) /\ Forall fine (map snd phi).

Lemma m_occurs_cost x l : fine x -> Forall fine l -> snd (m_occurs x l) <= c * length l.
Proof.
  intros Fx. induction 1 as [|y r Fy Fr IH]; simpl; [lia|]. assert (K := number_price_le x y Fx Fy).
  destruct (Nat.eqb x y); simpl; [nia|]. destruct (m_occurs x r). simpl in *. nia.
Qed.

Lemma m_distinct_cost l : Forall fine l -> snd (m_distinct l) <= c * (length l * length l).
Proof.
  induction 1 as [|x r Fx Fr IH]; simpl; [lia|]. assert (K := m_occurs_cost x r Fx Fr).
  destruct (m_occurs x r), (m_distinct r). simpl in *. nia.
Qed.

Lemma m_app_cost phi x : fine x -> Forall fine (map fst phi) -> snd (m_app phi x) <= c * length phi.
Proof.
  intros Fx. induction phi as [|[a b] r IH]; simpl; intros F; [lia|].
  apply Forall_cons_iff in F. destruct F as [Fa F]. assert (K := number_price_le a x Fa Fx). specialize (IH F).
  destruct (Nat.eqb a x); simpl; [nia|]. destruct (m_app r x). simpl in *. nia.
Qed.

Lemma m_image_cost phi t :
  Forall fine (entries t) -> fine_alignment phi -> snd (m_image phi t) <= c * (2 * length phi).
Proof.
  intros Ft [F _].
  destruct t as [v a | l v a | r u v]; simpl in *; rewrite !Forall_cons_iff in Ft.
  - assert (K := m_app_cost phi v (proj1 Ft) F). destruct (m_app phi v). simpl in *. nia.
  - assert (K := m_app_cost phi v (proj1 (proj2 Ft)) F). destruct (m_app phi v). simpl in *. nia.
  - assert (Ku := m_app_cost phi u (proj1 (proj2 Ft)) F).
    assert (Kv := m_app_cost phi v (proj1 (proj2 (proj2 Ft))) F).
    destruct (m_app phi u), (m_app phi v). simpl in *. nia.
Qed.

Lemma image_fine phi t t' :
  Forall fine (entries t) -> fine_alignment phi -> image phi t = Some t' -> Forall fine (entries t').
Proof.
  intros Ft [_ F]. assert (K : forall x y, app phi x = Some y -> fine y).
  { intros x y H. apply app_In in H. rewrite Forall_forall in F. apply F, (in_map snd _ _ H). }
  destruct t as [v a | l v a | r u v]; simpl in *; rewrite !Forall_cons_iff in Ft.
  - destruct (app phi v) as [y|] eqn:E; [|discriminate]. injection 1 as <-. apply K in E.
    simpl. rewrite !Forall_cons_iff. tauto.
  - destruct (app phi v) as [y|] eqn:E; [|discriminate]. injection 1 as <-. apply K in E.
    simpl. rewrite !Forall_cons_iff. tauto.
  - destruct (app phi u) as [y|] eqn:Eu; [|discriminate]. destruct (app phi v) as [z|] eqn:Ev; [|discriminate].
    injection 1 as <-. apply K in Eu. apply K in Ev. simpl. rewrite !Forall_cons_iff. tauto.
Qed.

Lemma m_tin_cost t B : Forall fine (entries t) -> fine_triples B -> snd (m_tin t B) <= c * length B.
Proof.
  intros Ft. induction B as [|s r IH]; simpl; intros F; [lia|].
  assert (K := triple_price_le t s Ft (F s (or_introl eq_refl))). specialize (IH (fun x H => F x (or_intror H))).
  destruct (triple_eq_dec t s); simpl; [nia|]. destruct (m_tin t r). simpl in *. nia.
Qed.

Lemma m_matched_cost B phi t :
  Forall fine (entries t) -> fine_triples B -> fine_alignment phi ->
  snd (m_matched B phi t) <= c * (2 * length phi + length B + 1).
Proof.
  intros Ft FB F. unfold m_matched. assert (K := m_image_cost phi t Ft F).
  assert (I := fun t' => image_fine phi t t' Ft F). rewrite <- m_image_result in I.
  destruct (m_image phi t) as [[t'|] n]; simpl in *; [|nia]. specialize (I t' eq_refl).
  assert (J := m_tin_cost t' B I FB). assert (L := triple_price_le t t' Ft I).
  destruct (m_tin t' B). simpl in *. nia.
Qed.

Lemma m_score_cost A B phi :
  fine_triples A -> fine_triples B -> fine_alignment phi ->
  snd (m_score A B phi) <= c * (length A * (2 * length phi + length B + 2)).
Proof.
  intros FA FB F. induction A as [|t r IH]; simpl; [lia|].
  assert (K := m_matched_cost B phi t (FA t (or_introl eq_refl)) FB F).
  specialize (IH (fun x H => FA x (or_intror H))).
  destruct (m_matched B phi t), (m_score r B phi). simpl in *. nia.
Qed.

Theorem m_verify_cost A B k phi :
  fine_triples A -> fine_triples B -> fine_alignment phi -> fine k -> fine (score A B phi) ->
  snd (m_verify A B k phi)
    <= c * (2 * (length phi * length phi) + length A * (2 * length phi + length B + 2) + 1).
Proof.
  intros FA FB F Fk Fs. unfold m_verify.
  assert (K1 := m_distinct_cost _ (proj1 F)). assert (K2 := m_distinct_cost _ (proj2 F)).
  rewrite map_length in K1, K2.
  assert (K3 := m_score_cost A B phi FA FB F).
  assert (K4 := number_price_le _ _ Fk Fs). rewrite <- m_score_result in K4.
  destruct (m_distinct (map fst phi)), (m_distinct (map snd phi)), (m_score A B phi). simpl in *. nia.
Qed.
End Meter.

(** ** Steps *)

(** Every comparison is one step, whatever the numbers. *)
Definition step_verify := m_verify (fun _ _ => 1) (fun _ _ => 1).

Theorem step_verify_bound A B k phi :
  fst (step_verify A B k phi) = verify A B k phi /\
  snd (step_verify A B k phi) <= 2 * length phi ^ 2 + length A * (2 * length phi + length B + 2) + 1.
Proof.
  split; [apply m_verify_result|]. rewrite <- (Nat.mul_1_l (_ + 1)), Nat.pow_2_r.
  apply m_verify_cost with (fine := fun _ => True); repeat split; auto; try (intros t _); apply Forall_forall; auto.
Qed.

(** ** Bit operations *)

(** A comparison costs as much as its two sides have bits. *)
Definition bit_verify := m_verify (fun x y => bits x + bits y) (fun s t => triple_bits s + triple_bits t).

Lemma bits_le_bound m n : m <= n -> 1 <= n -> bits m <= n.
Proof.
  intros H1 H2. unfold bits. destruct m as [|m]; [exact H2|].
  assert (K := Nat.log2_lt_lin (S m)). lia.
Qed.

Lemma entries_bits n t : Forall (fun x => bits x <= n) (entries t) -> triple_bits t <= 1 + 3 * n.
Proof.
  destruct t as [v c | a v c | r u v]; unfold triple_bits, total_bits; cbn -[bits]; rewrite !Forall_cons_iff; lia.
Qed.

Lemma fine_list n l : total_bits l <= n -> Forall (fun x => bits x <= n) l.
Proof. intros H. apply Forall_forall. intros x Hx. apply in_total_bits in Hx. lia. Qed.

Lemma list_fine n T : list_bits T <= n -> fine_triples (fun x => bits x <= n) T.
Proof. intros H t Ht. apply fine_list. apply in_list_bits in Ht. unfold triple_bits in Ht. lia. Qed.

Theorem bit_verify_bound A B k phi :
  alignment_bits phi <= input_bits A B k ->
  fst (bit_verify A B k phi) = verify A B k phi /\ snd (bit_verify A B k phi) <= 64 * input_bits A B k ^ 3.
Proof.
  set (n := input_bits A B k). unfold alignment_bits. intros Hphi. split; [apply m_verify_result|].
  assert (Hn : list_bits A + list_bits B + bits k = n) by reflexivity.
  assert (Hk : 1 <= bits k) by (unfold bits; lia).
  assert (LA := length_list_bits A). assert (LB := length_list_bits B).
  assert (Lphi := length_total_bits (map fst phi)). rewrite map_length in Lphi.
  assert (Cost : snd (bit_verify A B k phi)
    <= 8 * n * (2 * (length phi * length phi) + length A * (2 * length phi + length B + 2) + 1)).
  { apply m_verify_cost with (fine := fun x => bits x <= n).
    - lia.
    - intros x y Hx Hy. lia.
    - intros s t Hs Ht. apply entries_bits in Hs. apply entries_bits in Ht. lia.
    - apply list_fine. lia.
    - apply list_fine. lia.
    - split; apply fine_list; lia.
    - lia.
    - apply bits_le_bound; [|lia]. unfold score. rewrite filter_le. lia. }
  assert (Q1 : length phi * length phi <= n * n) by (apply Nat.mul_le_mono; lia).
  assert (Q2 : length A * (2 * length phi + length B + 2) <= n * (5 * n)) by (apply Nat.mul_le_mono; lia).
  assert (Q3 : 1 * 1 <= n * n) by (apply Nat.mul_le_mono; lia).
  rewrite Cost. transitivity (8 * n * (8 * (n * n))); [apply Nat.mul_le_mono_l; lia | simpl; lia].
Qed.

(** Membership in NP, with both polynomials written out. *)
Theorem smatch_in_NP A B k :
  (SMATCH A B k <->
    exists phi, alignment_bits phi <= input_bits A B k /\ fst (bit_verify A B k phi) = true) /\
  (forall phi, alignment_bits phi <= input_bits A B k ->
    snd (bit_verify A B k phi) <= 64 * input_bits A B k ^ 3).
Proof.
  split; [split|].
  - intros (phi & P & H). exists (prune A B phi).
    assert (Short : alignment_bits (prune A B phi) <= input_bits A B k).
    { rewrite prune_bits by exact P. unfold input_bits. lia. }
    split; [exact Short|]. rewrite (proj1 (bit_verify_bound A B k _ Short)). apply verify_correct.
    split; [apply prune_pinj, P | rewrite H; apply prune_score, P].
  - intros (phi & Short & H). apply smatch_iff_verified. exists phi.
    rewrite <- (proj1 (bit_verify_bound A B k _ Short)). exact H.
  - intros phi Short. apply bit_verify_bound, Short.
Qed.

(** ** F-scores *)

(** F = 2 M / (|A| + |B|) for M matched triples, so F >= a/b says that a (|A| + |B|) <= 2 M b. *)
Definition f_at_least (A B : list triple) (a b : nat) (phi : align) : Prop :=
  a * (length A + length B) <= 2 * score A B phi * b.

Definition ceiling (x y : nat) : nat := (x + y - 1) / y.

Lemma ceiling_le x y m : 0 < y -> ceiling x y <= m <-> x <= m * y.
Proof.
  intros Hy. unfold ceiling.
  assert (D := Nat.div_mod (x + y - 1) y). assert (R := Nat.mod_upper_bound (x + y - 1) y).
  set (q := (x + y - 1) / y) in *. set (r := (x + y - 1) mod y) in *.
  specialize (D ltac:(lia)). specialize (R ltac:(lia)). nia.
Qed.

Theorem f_score_threshold A B a b :
  0 < b ->
  (exists phi, pinj phi /\ f_at_least A B a b phi) <->
  SMATCH A B (ceiling (a * (length A + length B)) (2 * b)).
Proof.
  intros Hb.
  assert (C : forall phi, f_at_least A B a b phi <->
    ceiling (a * (length A + length B)) (2 * b) <= score A B phi).
  { intros phi. rewrite ceiling_le by lia. unfold f_at_least. rewrite (Nat.mul_comm 2), Nat.mul_assoc. reflexivity. }
  split; intros (phi & P & H); exists phi; split; auto; apply C, H.
Qed.
