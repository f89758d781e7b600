(** * SMATCH is in NP under every rule for repeated triples

    The same as NP.v for the score of Certificate.v: a triple that is repeated counts once (set), as often as both
    graphs have it (multiset), or once for each couple of copies (product).  Let n be the number of bits of A, B and k,
    all numbers in binary.  Then a yes has a certificate of n bits at most, and it is verified in 100 n^3 bit operations
    ([smatch_copies_in_NP]).

    The size of a graph is that of its list of triples, so every variable that is part of the input occurs in it; were
    graphs given as a number of variables in binary beside their triples, nothing would change, as a variable that
    occurs in no triple matches nothing ([prune_copies]).

    The meter charges, beside what NP.v charges: for each triple of A, to look for it in the rest of A, and to count it in
    A and its image in B, with the bits of the counter at each step; a times b for the product of a and b bits; and the
    bits of both for a sum. *)

From Coq Require Import Arith Lia Bool List.
From SmatchProof Require Import Smatch Certificate NP.
Import ListNotations.
Local Open Scope nat_scope.

(** ** The verifier *)

Definition verify_copies (rule : duplicates) (A B : list triple) (k : nat) (phi : align) : bool :=
  NP.distinct (map fst phi) && NP.distinct (map snd phi) && (k <=? score_copies rule A B phi).

Theorem verify_copies_correct rule A B k phi :
  verify_copies rule A B k phi = true <-> pinj phi /\ k <= score_copies rule A B phi.
Proof. unfold verify_copies, pinj. rewrite !andb_true_iff, !distinct_NoDup, Nat.leb_le. reflexivity. Qed.

(** ** Short certificates *)

Lemma app_pruned A B phi x y : pinj phi -> app (prune A B phi) x = Some y -> app phi x = Some y.
Proof. intros P H. apply app_In, in_prune in H. apply In_app; [apply P | apply H]. Qed.

Lemma image_pruned A B phi t u : pinj phi -> image (prune A B phi) t = Some u -> image phi t = Some u.
Proof.
  intros P. assert (K := fun x y => app_pruned A B phi x y P). destruct t as [v c|a v c|r v w]; simpl.
  - destruct (app (prune A B phi) v) as [y|] eqn:E; [|discriminate]. rewrite (K v y E). auto.
  - destruct (app (prune A B phi) v) as [y|] eqn:E; [|discriminate]. rewrite (K v y E). auto.
  - destruct (app (prune A B phi) v) as [y|] eqn:E; [|discriminate].
    destruct (app (prune A B phi) w) as [z|] eqn:F; [|discriminate]. rewrite (K v y E), (K w z F). auto.
Qed.

(** What a triple adds to the score. *)
Definition worth_of (rule : duplicates) (A B : list triple) (phi : align) (t : triple) : nat :=
  match image phi t with
  | Some u => if tin u B then copies rule (count_occ triple_eq_dec A t) (count_occ triple_eq_dec B u) else 0
  | None => 0
  end.

Lemma score_copies_worth rule A B phi :
  score_copies rule A B phi = list_sum (map (worth_of rule A B phi) (nodup triple_eq_dec A)).
Proof. reflexivity. Qed.

Lemma list_sum_le {T} (f g : T -> nat) l : (forall x, In x l -> f x <= g x) -> list_sum (map f l) <= list_sum (map g l).
Proof.
  induction l as [|x l IH]; intros H; [apply le_n|]. cbn [map list_sum fold_right].
  apply Nat.add_le_mono; [apply H; simpl; auto | apply IH; intros; apply H; simpl; auto].
Qed.

(** Pairs of variables that occur in no triple can be left out. *)
Theorem prune_copies rule A B phi :
  pinj phi -> score_copies rule A B phi <= score_copies rule A B (prune A B phi).
Proof.
  intros P. rewrite !score_copies_worth. apply list_sum_le. intros t Ht. apply nodup_In in Ht. unfold worth_of.
  destruct (image phi t) as [u|] eqn:E; [|lia]. destruct (tin u B) eqn:M; [|lia].
  assert (Mt : matched B phi t = true) by (unfold matched; rewrite E; exact M).
  apply (prune_matched A B phi t P Ht) in Mt. unfold matched in Mt.
  destruct (image (prune A B phi) t) as [u'|] eqn:E'; [|discriminate].
  apply (image_pruned A B phi t u' P) in E'. rewrite E in E'. injection E' as <-. rewrite M. lia.
Qed.

(** ** The verifier with a meter, in bit operations *)

Definition of_numbers (x y : nat) : nat := bits x + bits y.
Definition of_triples (s t : triple) : nat := triple_bits s + triple_bits t.

Fixpoint m_count (t : triple) (B : list triple) : nat * nat :=
  match B with
  | [] => (0, 0)
  | s :: r => let (n, c) := m_count t r in (if triple_eq_dec s t then S n else n, of_triples s t + bits n + c)
  end.

(** The triples [r] are the rest of [A]; one that comes again later is counted then. *)
Fixpoint m_copies (rule : duplicates) (A B : list triple) (phi : align) (r : list triple) : nat * nat :=
  match r with
  | [] => (0, 0)
  | t :: r =>
      let (again, c0) := m_tin of_triples t r in
      let (s, c1) := m_copies rule A B phi r in
      if again then (s, c0 + c1) else
      let (i, c2) := m_image of_numbers phi t in
      match i with
      | None => (s, c0 + c1 + c2)
      | Some u =>
          let (there, c3) := m_tin of_triples u B in
          if there then
            let (x, c4) := m_count t A in
            let (y, c5) := m_count u B in
            let w := copies rule x y in
            (w + s, c0 + c1 + c2 + of_triples t u + c3 + c4 + c5 + (bits x * bits y + of_numbers x y) + of_numbers w s)
          else (s, c0 + c1 + c2 + of_triples t u + c3)
      end
  end.

Definition m_verify_copies (rule : duplicates) (A B : list triple) (k : nat) (phi : align) : bool * nat :=
  let (b, n1) := m_distinct of_numbers (map fst phi) in
  let (d, n2) := m_distinct of_numbers (map snd phi) in
  let (s, n3) := m_copies rule A B phi A in
  (b && d && (k <=? s), n1 + n2 + n3 + of_numbers k s).

(** *** The meter does not change the results *)

Lemma m_count_result t B : fst (m_count t B) = count_occ triple_eq_dec B t.
Proof.
  induction B as [|s r IH]; simpl; [reflexivity|]. destruct (m_count t r) as [n c]. simpl in *. rewrite IH. reflexivity.
Qed.

Lemma m_copies_result rule A B phi r :
  fst (m_copies rule A B phi r) = list_sum (map (worth_of rule A B phi) (nodup triple_eq_dec r)).
Proof.
  induction r as [|t r IH]; [reflexivity|]. cbn [m_copies nodup].
  assert (T := m_tin_result of_numbers of_triples t r). destruct (m_tin of_triples t r) as [again c0]. simpl in T. subst again.
  destruct (m_copies rule A B phi r) as [s c1]. simpl in IH. subst s. unfold tin at 1.
  destruct (in_dec triple_eq_dec t r) as [_|_]; [reflexivity|]. cbn [map list_sum fold_right].
  assert (E : worth_of rule A B phi t = match image phi t with
    | Some u => if tin u B then copies rule (count_occ triple_eq_dec A t) (count_occ triple_eq_dec B u) else 0
    | None => 0 end) by reflexivity.
  rewrite E. clear E. assert (I := m_image_result of_numbers phi t).
  destruct (m_image of_numbers phi t) as [i c2]. simpl in I. subst i.
  destruct (image phi t) as [u|]; [|reflexivity].
  assert (T := m_tin_result of_numbers of_triples u B). destruct (m_tin of_triples u B) as [there c3]. simpl in T. subst there.
  destruct (tin u B); [|reflexivity].
  assert (X := m_count_result t A). assert (Y := m_count_result u B).
  destruct (m_count t A) as [x c4], (m_count u B) as [y c5]. simpl in X, Y. subst x y. reflexivity.
Qed.

Theorem m_verify_copies_result rule A B k phi :
  fst (m_verify_copies rule A B k phi) = verify_copies rule A B k phi.
Proof.
  unfold m_verify_copies, verify_copies. rewrite <- !(m_distinct_result of_numbers), score_copies_worth, <- m_copies_result.
  destruct (m_distinct of_numbers (map fst phi)), (m_distinct of_numbers (map snd phi)), (m_copies rule A B phi A).
  reflexivity.
Qed.

(** *** The bill *)

Lemma bits_mul a b : bits (a * b) <= bits a + bits b.
Proof.
  unfold bits. assert (K := Nat.log2_mul_above a b (Nat.le_0_l a) (Nat.le_0_l b)). lia.
Qed.

Lemma bits_mono a b : a <= b -> bits a <= bits b.
Proof. intros H. unfold bits. apply le_n_S, Nat.log2_le_mono, H. Qed.

Lemma scaled k n x : x <= n -> k * n * x <= k * (n * n).
Proof. intros H. rewrite <- Nat.mul_assoc. apply Nat.mul_le_mono_l, Nat.mul_le_mono_l, H. Qed.

Section Bill.

Variables (rule : duplicates) (A B : list triple) (phi : align) (n : nat).
Hypothesis positive : 1 <= n.
Hypothesis A_bits : list_bits A <= n.
Hypothesis B_bits : list_bits B <= n.
Hypothesis phi_bits : alignment_bits phi <= n.

Let fine (x : nat) : Prop := bits x <= n.

Lemma numbers_fine x y : fine x -> fine y -> of_numbers x y <= 8 * n.
Proof. unfold fine, of_numbers. lia. Qed.

Lemma triples_fine s t : Forall fine (entries s) -> Forall fine (entries t) -> of_triples s t <= 8 * n.
Proof. intros Hs Ht. apply entries_bits in Hs, Ht. unfold of_triples. lia. Qed.

Lemma eight : 1 <= 8 * n.
Proof. lia. Qed.

Lemma fine_phi : fine_alignment fine phi.
Proof. unfold alignment_bits in phi_bits. split; apply fine_list; lia. Qed.

Lemma lengths : length A <= n /\ length B <= n /\ length phi <= n.
Proof.
  assert (LA := length_list_bits A). assert (LB := length_list_bits B).
  assert (L := length_total_bits (map fst phi)). rewrite map_length in L. unfold alignment_bits in phi_bits. lia.
Qed.

Lemma m_count_cost t T : length T <= n -> Forall fine (entries t) -> fine_triples fine T ->
  snd (m_count t T) <= 9 * n * length T.
Proof.
  intros L Ft F. induction T as [|s r IH]; [simpl; lia|]. simpl in L.
  assert (K := triples_fine s t (F s (or_introl eq_refl)) Ft).
  specialize (IH ltac:(lia) (fun x H => F x (or_intror H))). assert (R := m_count_result t r).
  cbn [m_count length]. destruct (m_count t r) as [x c]. cbn [fst snd] in *.
  assert (C := count_occ_bound triple_eq_dec t r). assert (Bx : bits x <= n) by (apply bits_le_bound; lia). nia.
Qed.

Lemma copies_le x y : x <= n -> y <= n -> copies rule x y <= n * n.
Proof. intros Hx Hy. destruct rule; simpl; nia. Qed.

Lemma worth_le t : worth_of rule A B phi t <= n * n.
Proof.
  unfold worth_of. destruct (image phi t) as [u|]; [|lia]. destruct (tin u B); [|lia].
  destruct lengths as (LA & LB & _). apply copies_le.
  - assert (K := count_occ_bound triple_eq_dec t A). lia.
  - assert (K := count_occ_bound triple_eq_dec u B). lia.
Qed.

Lemma sum_le r : length r <= n -> list_sum (map (worth_of rule A B phi) (nodup triple_eq_dec r)) <= n * (n * n).
Proof.
  intros L. apply Nat.le_trans with (length (nodup triple_eq_dec r) * (n * n)).
  - generalize (nodup triple_eq_dec r). intros l. induction l as [|t l IH]; [simpl; lia|].
    change (worth_of rule A B phi t + list_sum (map (worth_of rule A B phi) l) <= S (length l) * (n * n)).
    assert (K := worth_le t). rewrite Nat.mul_succ_l. lia.
  - apply Nat.mul_le_mono_r. transitivity (length r); [|exact L].
    apply NoDup_incl_length; [apply NoDup_nodup | intros x; apply nodup_In].
Qed.

Lemma sum_bits r : length r <= n -> bits (list_sum (map (worth_of rule A B phi) (nodup triple_eq_dec r))) <= 3 * n.
Proof.
  intros L. assert (K := bits_mono _ _ (sum_le r L)). assert (K1 := bits_mul n (n * n)). assert (K2 := bits_mul n n).
  assert (K3 : bits n <= n) by (apply bits_le_bound; lia). lia.
Qed.

Lemma m_copies_cost r : incl r A -> length r <= n -> snd (m_copies rule A B phi r) <= 66 * (n * n) * length r.
Proof.
  destruct lengths as (LA & LB & LP). assert (FA := list_fine n A A_bits). assert (FB := list_fine n B B_bits).
  induction r as [|t r IH]; intros Sub L; [simpl; lia|]. cbn [length] in L |- *.
  assert (Ht : In t A) by (apply Sub; simpl; auto). assert (Ft := FA t Ht).
  assert (Sub' : incl r A) by (intros x Hx; apply Sub; simpl; auto). specialize (IH Sub' ltac:(lia)).
  assert (Fr : fine_triples fine r) by (intros x Hx; apply FA, Sub', Hx).
  assert (Lr : length r <= n) by lia.
  assert (C0 := m_tin_cost of_triples fine (8 * n) eight triples_fine t r Ft Fr).
  assert (P0 := Nat.le_trans _ _ _ C0 (scaled 8 n (length r) Lr)).
  assert (C2 := m_image_cost of_numbers fine (8 * n) eight numbers_fine phi t Ft fine_phi).
  replace (8 * n * (2 * length phi)) with (16 * n * length phi) in C2 by lia.
  assert (P2 := Nat.le_trans _ _ _ C2 (scaled 16 n (length phi) LP)).
  assert (N1 : n <= n * n) by nia.
  rewrite Nat.mul_succ_r. clear C0 C2.
  assert (S1 := sum_bits r ltac:(lia)). rewrite <- m_copies_result in S1.
  assert (I := image_fine fine phi t). cbn [m_copies].
  destruct (m_tin of_triples t r) as [again c0], (m_copies rule A B phi r) as [s c1]. cbn [fst snd] in *.
  destruct again; [cbn [snd]; lia|].
  assert (R := m_image_result of_numbers phi t). destruct (m_image of_numbers phi t) as [[u|] c2]; cbn [fst snd] in *; [|lia].
  assert (Fu : Forall fine (entries u)) by (apply I; auto using fine_phi).
  assert (C3 := m_tin_cost of_triples fine (8 * n) eight triples_fine u B Fu FB). assert (Cu := triples_fine t u Ft Fu).
  assert (P3 := Nat.le_trans _ _ _ C3 (scaled 8 n (length B) LB)).
  destruct (m_tin of_triples u B) as [there c3]. cbn [fst snd] in *. destruct there; [|cbn [snd]; lia].
  assert (C4 := m_count_cost t A LA Ft FA). assert (C5 := m_count_cost u B LB Fu FB).
  assert (P4 := Nat.le_trans _ _ _ C4 (scaled 9 n (length A) LA)).
  assert (P5 := Nat.le_trans _ _ _ C5 (scaled 9 n (length B) LB)).
  assert (X := m_count_result t A). assert (Y := m_count_result u B).
  destruct (m_count t A) as [x c4], (m_count u B) as [y c5]. cbn [fst snd] in *.
  assert (Xn : x <= n) by (assert (K := count_occ_bound triple_eq_dec t A); lia).
  assert (Yn : y <= n) by (assert (K := count_occ_bound triple_eq_dec u B); lia).
  assert (Bx : bits x <= n) by (apply bits_le_bound; lia). assert (By : bits y <= n) by (apply bits_le_bound; lia).
  assert (Bw : bits (copies rule x y) <= 2 * n).
  { assert (K1 := bits_mono _ _ (copies_le x y Xn Yn)). assert (K2 := bits_mul n n).
    assert (K3 : bits n <= n) by (apply bits_le_bound; lia). lia. }
  assert (Times : bits x * bits y <= n * n) by (apply Nat.mul_le_mono; assumption).
  unfold of_numbers in *. set (q := n * n) in *. lia.
Qed.

Theorem m_verify_copies_cost k : bits k <= n -> snd (m_verify_copies rule A B k phi) <= 100 * n ^ 3.
Proof.
  intros Hk. destruct lengths as (LA & LB & LP). destruct fine_phi as [F1 F2].
  assert (K1 := m_distinct_cost of_numbers fine (8 * n) eight numbers_fine (map fst phi) F1).
  assert (K2 := m_distinct_cost of_numbers fine (8 * n) eight numbers_fine (map snd phi) F2).
  rewrite map_length in K1, K2. assert (K3 := m_copies_cost A (incl_refl A) LA).
  assert (S1 := sum_bits A LA). rewrite <- m_copies_result in S1. unfold m_verify_copies.
  destruct (m_distinct of_numbers (map fst phi)) as [b n1], (m_distinct of_numbers (map snd phi)) as [e n2],
    (m_copies rule A B phi A) as [s n3]. cbn [fst snd] in *. unfold of_numbers.
  assert (Q : length phi * length phi <= n * n) by (apply Nat.mul_le_mono; assumption).
  assert (Cube : forall k x q, q <= n * n -> x <= k * n * q -> x <= k * (n * (n * n))).
  { intros c x q Hq Hx. apply (Nat.le_trans _ _ _ Hx). rewrite <- Nat.mul_assoc.
    apply Nat.mul_le_mono_l, Nat.mul_le_mono_l, Hq. }
  assert (P1 := Cube 8 n1 _ Q K1). assert (P2 := Cube 8 n2 _ Q K2).
  assert (P3 : n3 <= 66 * (n * (n * n))).
  { apply (Nat.le_trans _ _ _ K3). rewrite <- Nat.mul_assoc. apply Nat.mul_le_mono_l.
    rewrite (Nat.mul_comm n (n * n)). apply Nat.mul_le_mono_l, LA. }
  assert (N3 : n <= n * (n * n)) by nia.
  replace (n ^ 3) with (n * (n * n)) by (simpl; lia). set (q := n * (n * n)) in *. lia.
Qed.

End Bill.

(** Membership in NP under every rule, with both polynomials written out. *)
Theorem smatch_copies_in_NP rule A B k :
  ((exists phi, pinj phi /\ k <= score_copies rule A B phi) <->
    exists phi, alignment_bits phi <= input_bits A B k /\ fst (m_verify_copies rule A B k phi) = true) /\
  (forall phi, alignment_bits phi <= input_bits A B k ->
    snd (m_verify_copies rule A B k phi) <= 100 * input_bits A B k ^ 3).
Proof.
  split; [split|].
  - intros (phi & P & H). exists (prune A B phi). split.
    + rewrite prune_bits by exact P. unfold input_bits. lia.
    + rewrite m_verify_copies_result. apply verify_copies_correct.
      split; [apply prune_pinj, P | rewrite H; apply prune_copies, P].
  - intros (phi & _ & H). rewrite m_verify_copies_result in H. apply verify_copies_correct in H. eauto.
  - intros phi Short. apply m_verify_copies_cost.
    + unfold input_bits, bits. lia.
    + unfold input_bits. lia.
    + unfold input_bits. lia.
    + exact Short.
    + unfold input_bits. lia.
Qed.
