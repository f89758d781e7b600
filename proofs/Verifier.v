(** * The verifier of SMATCH, in the steps of Steps.v

    NP.v charges bit operations to a verifier by definition.  Here the same verifier is written with functions that count
    their own steps, in the sense of Steps.v, on binary numbers: [t_verify] has the value of [verify] ([verify_value]) and
    takes at most 7 (1 + n)^3 steps for any alignment of at most n bits, where n is the number of bits of the input
    ([verify_steps]).  So both halves of NP-completeness, this one and [sat_to_smatch], count the same steps
    ([smatch_in_NP_steps]). *)

From Coq Require Import Arith Lia Bool List NArith PArith.
From SmatchProof Require Import Smatch NP NPRules SubgraphIsomorphism MaxSat Chain Bits Steps.
Import ListNotations.

(** ** The functions *)

(** The comparison of two numbers, lowest digits first; [c] is what the digits so far say. *)
Fixpoint t_pcompare (c : comparison) (p q : positive) : counted comparison :=
  match p, q with
  | xI p, xI q | xO p, xO q => let* r := t_pcompare c p q in done r
  | xI p, xO q => let* r := t_pcompare Gt p q in done r
  | xO p, xI q => let* r := t_pcompare Lt p q in done r
  | xH, xH => done c
  | xH, _ => done Lt
  | _, xH => done Gt
  end.

Definition t_leb (x y : N) : counted bool :=
  match x, y with
  | N0, _ => done true
  | _, N0 => done false
  | Npos p, Npos q => let* r := t_pcompare Eq p q in done (match r with Gt => false | _ => true end)
  end.

Fixpoint t_occurs (x : N) (l : list N) : counted bool :=
  match l with
  | [] => done false
  | y :: l => let* e := t_eqb x y in if e then done true else let* b := t_occurs x l in done b
  end.

Fixpoint t_distinct (l : list N) : counted bool :=
  match l with
  | [] => done true
  | x :: l => let* b := t_occurs x l in let* d := t_distinct l in done (negb b && d)
  end.

Definition binary_alignment := list (N * N).

Fixpoint t_partner (phi : binary_alignment) (x : N) : counted (option N) :=
  match phi with
  | [] => done None
  | (a, b) :: phi => let* e := t_eqb a x in if e then done (Some b) else let* y := t_partner phi x in done y
  end.

Definition t_image (phi : binary_alignment) (t : binary_triple) : counted (option binary_triple) :=
  match t with
  | BInst v c => let* y := t_partner phi v in done (match y with Some y => Some (BInst y c) | None => None end)
  | BAttr a v c => let* y := t_partner phi v in done (match y with Some y => Some (BAttr a y c) | None => None end)
  | BRel r u v =>
      let* y := t_partner phi u in let* z := t_partner phi v in
      done (match y, z with Some y, Some z => Some (BRel r y z) | _, _ => None end)
  end.

Definition t_same_triple (s t : binary_triple) : counted bool :=
  match s, t with
  | BInst v c, BInst v' c' => let* x := t_eqb v v' in let* y := t_eqb c c' in done (x && y)
  | BAttr a v c, BAttr a' v' c' =>
      let* x := t_eqb a a' in let* y := t_eqb v v' in let* z := t_eqb c c' in done (x && (y && z))
  | BRel r u v, BRel r' u' v' =>
      let* x := t_eqb r r' in let* y := t_eqb u u' in let* z := t_eqb v v' in done (x && (y && z))
  | _, _ => done false
  end.

Fixpoint t_member (t : binary_triple) (B : list binary_triple) : counted bool :=
  match B with
  | [] => done false
  | s :: B => let* e := t_same_triple t s in if e then done true else let* b := t_member t B in done b
  end.

Fixpoint t_score (A B : list binary_triple) (phi : binary_alignment) : counted N :=
  match A with
  | [] => done 0%N
  | t :: A =>
      let* s := t_score A B phi in let* i := t_image phi t in
      match i with
      | None => done s
      | Some u => let* b := t_member u B in if b then let* r := t_succ s in done r else done s
      end
  end.

Definition t_verify (A B : list binary_triple) (k : N) (phi : binary_alignment) : counted bool :=
  let* xs := t_map (fun p => done (fst p)) phi in let* ys := t_map (fun p => done (snd p)) phi in
  let* b := t_distinct xs in let* d := t_distinct ys in let* s := t_score A B phi in let* e := t_leb k s in
  done (b && d && e).

(** ** Their values *)

Lemma t_pcompare_value c p q : value (t_pcompare c p q) = Pos.compare_cont c p q.
Proof. revert c q. induction p as [p IH|p IH|]; intros c [q|q|]; cbn [t_pcompare Pos.compare_cont]; run; rewrite ?IH; reflexivity. Qed.

Lemma t_leb_value x y : value (t_leb x y) = Nat.leb (N.to_nat x) (N.to_nat y).
Proof.
  transitivity (N.leb x y).
  - destruct x, y; cbn [t_leb]; run; try reflexivity. rewrite t_pcompare_value. reflexivity.
  - apply eq_true_iff_eq. rewrite N.leb_le, Nat.leb_le. lia.
Qed.

Lemma t_occurs_value x l : value (t_occurs x l) = existsb (Nat.eqb (N.to_nat x)) (map N.to_nat l).
Proof.
  induction l as [|y l IH]; cbn [t_occurs map existsb]; run; [reflexivity|]. rewrite t_eqb_value.
  destruct (Nat.eqb (N.to_nat x) (N.to_nat y)); run; [reflexivity | exact IH].
Qed.

Lemma t_distinct_value l : value (t_distinct l) = distinct (map N.to_nat l).
Proof. induction l as [|x l IH]; cbn [t_distinct map distinct]; run; [reflexivity|]. rewrite t_occurs_value, IH. reflexivity. Qed.

Lemma t_partner_value phi x : option_map N.to_nat (value (t_partner phi x)) = app (plain_edges phi) (N.to_nat x).
Proof.
  induction phi as [|[a b] phi IH]; cbn [t_partner plain_edges map app plain_node fst snd]; run; [reflexivity|].
  rewrite t_eqb_value. destruct (Nat.eqb (N.to_nat a) (N.to_nat x)); run; [reflexivity | exact IH].
Qed.

Lemma t_image_value phi t : option_map plain (value (t_image phi t)) = image (plain_edges phi) (plain t).
Proof.
  destruct t as [v c|a v c|r u v]; cbn [t_image plain image]; run; rewrite <- !t_partner_value.
  - destruct (value (t_partner phi v)); reflexivity.
  - destruct (value (t_partner phi v)); reflexivity.
  - destruct (value (t_partner phi u)), (value (t_partner phi v)); reflexivity.
Qed.

Lemma t_same_triple_value s t : value (t_same_triple s t) = true <-> plain s = plain t.
Proof.
  destruct s, t; cbn [t_same_triple plain]; run; rewrite ?t_eqb_value, ?andb_true_iff, ?Nat.eqb_eq;
    (split; [try discriminate; intuition congruence | try discriminate; intros E; injection E; auto]).
Qed.

Lemma t_member_value t B : value (t_member t B) = tin (plain t) (map plain B).
Proof.
  apply eq_true_iff_eq. rewrite tin_iff. induction B as [|s B IH]; cbn [t_member map In]; run; [split; [discriminate | tauto]|].
  assert (K := t_same_triple_value t s). destruct (value (t_same_triple t s)); run.
  - split; [intros _; left; symmetry; apply K; reflexivity | reflexivity].
  - rewrite IH. split; [auto | intros [E|H]; [exfalso; destruct K as [_ K]; specialize (K (eq_sym E)); discriminate | exact H]].
Qed.

Lemma t_score_value A B phi : N.to_nat (value (t_score A B phi)) = score (map plain A) (map plain B) (plain_edges phi).
Proof.
  unfold score. induction A as [|t A IH]; cbn [t_score map filter]; run; [reflexivity|].
  unfold matched at 1. rewrite <- t_image_value. destruct (value (t_image phi t)) as [u|]; cbn [option_map]; run; [|exact IH].
  rewrite t_member_value. destruct (tin (plain u) (map plain B)); run; [rewrite t_succ_value, IH; reflexivity | exact IH].
Qed.

Theorem verify_value A B k phi :
  value (t_verify A B k phi) = verify (map plain A) (map plain B) (N.to_nat k) (plain_edges phi).
Proof.
  unfold t_verify, verify. run. rewrite !t_distinct_value, t_leb_value, t_score_value, !t_map_value, !map_map.
  unfold plain_edges. rewrite !map_map. reflexivity.
Qed.

(** ** Their steps, where all numbers have at most [d] bits *)

Lemma t_pcompare_steps c p q : steps (t_pcompare c p q) <= Pos.size_nat p.
Proof.
  revert c q. induction p as [p IH|p IH|]; intros c [q|q|]; cbn [t_pcompare Pos.size_nat]; run; try lia;
    try (assert (K := IH c q)); try (assert (K1 := IH Gt q)); try (assert (K2 := IH Lt q)); lia.
Qed.

Lemma t_leb_steps x y : steps (t_leb x y) <= digits x + 1.
Proof.
  destruct x as [|p], y as [|q]; cbn [t_leb]; run; try lia. rewrite digits_pos. assert (K := t_pcompare_steps Eq p q). lia.
Qed.

Lemma t_occurs_steps d x l : digits x <= d -> steps (t_occurs x l) <= length l * (d + 2) + 1.
Proof.
  intros Hx. induction l as [|y l IH]; cbn [t_occurs length]; run; [lia|]. assert (K := t_eqb_steps x y).
  destruct (value (t_eqb x y)); run; lia.
Qed.

Lemma t_distinct_steps d m l : (forall x, In x l -> digits x <= d) -> length l <= m ->
  steps (t_distinct l) <= length l * (m * (d + 2) + 2) + 1.
Proof.
  induction l as [|x l IH]; intros H L; cbn [t_distinct length] in *; run; [lia|].
  assert (K := t_occurs_steps d x l (H x (or_introl eq_refl))). specialize (IH (fun y Hy => H y (or_intror Hy)) ltac:(lia)).
  assert (M := Nat.mul_le_mono_r (length l) m (d + 2) ltac:(lia)). lia.
Qed.

Lemma t_partner_steps d phi x : (forall p, In p phi -> digits (fst p) <= d) -> steps (t_partner phi x) <= length phi * (d + 2) + 1.
Proof.
  induction phi as [|[a b] phi IH]; intros H; cbn [t_partner length]; run; [lia|].
  assert (K := t_eqb_steps a x). assert (Da := H (a, b) (or_introl eq_refl)). cbn [fst] in Da.
  specialize (IH (fun p Hp => H p (or_intror Hp))). destruct (value (t_eqb a x)); run; lia.
Qed.

Lemma t_image_steps d phi t : (forall p, In p phi -> digits (fst p) <= d) -> steps (t_image phi t) <= 2 * (length phi * (d + 2)) + 3.
Proof.
  intros H. destruct t as [v c|a v c|r u v]; cbn [t_image]; run.
  - assert (K := t_partner_steps d phi v H). lia.
  - assert (K := t_partner_steps d phi v H). lia.
  - assert (K := t_partner_steps d phi u H). assert (L := t_partner_steps d phi v H). lia.
Qed.

Definition short (d : nat) (t : triple) : Prop := Forall (fun x => bits x <= d) (entries t).

Lemma t_same_triple_steps d s t : short d (plain s) -> steps (t_same_triple s t) <= 3 * d + 4.
Proof.
  unfold short. destruct s as [v c|a v c|r u v], t as [v' c'|a' v' c'|r' u' v']; cbn [plain entries t_same_triple];
    rewrite ?Forall_cons_iff; intros H; run; try lia.
  - assert (K1 := t_eqb_steps v v'). assert (K2 := t_eqb_steps c c'). unfold digits in *. lia.
  - assert (K1 := t_eqb_steps a a'). assert (K2 := t_eqb_steps v v'). assert (K3 := t_eqb_steps c c'). unfold digits in *. lia.
  - assert (K1 := t_eqb_steps r r'). assert (K2 := t_eqb_steps u u'). assert (K3 := t_eqb_steps v v'). unfold digits in *. lia.
Qed.

Lemma t_member_steps d t B : short d (plain t) -> steps (t_member t B) <= length B * (3 * d + 5) + 1.
Proof.
  intros H. induction B as [|s B IH]; cbn [t_member length]; run; [lia|]. assert (K := t_same_triple_steps d t s H).
  destruct (value (t_same_triple t s)); run; lia.
Qed.

Lemma score_le A B phi : score A B phi <= length A.
Proof. apply filter_le. Qed.

Lemma t_score_steps d n A B phi :
  (forall t, In t A -> short d (plain t)) -> fine_alignment (fun x => bits x <= d) (plain_edges phi) ->
  length A <= n -> length B <= n -> length phi <= n -> bits n <= d ->
  steps (t_score A B phi) <= length A * (2 * (n * (d + 2)) + n * (3 * d + 5) + d + 6) + 1.
Proof.
  intros HA HP LA LB LP Bn.
  assert (DP : forall p, In p phi -> digits (fst p) <= d).
  { intros p Hp. destruct HP as [HP _]. rewrite Forall_forall in HP. apply HP. unfold plain_edges. rewrite map_map.
    apply in_map_iff. exists p. auto. }
  assert (MP := Nat.mul_le_mono_r _ _ (d + 2) LP). assert (MB := Nat.mul_le_mono_r _ _ (3 * d + 5) LB).
  induction A as [|t A IH]; cbn [t_score length] in *; run; [lia|].
  specialize (IH (fun s Hs => HA s (or_intror Hs)) ltac:(lia)). assert (Ht := HA t (or_introl eq_refl)).
  assert (K1 := t_image_steps d phi t DP). assert (V := t_image_value phi t).
  assert (Ds : digits (value (t_score A B phi)) <= d).
  { apply (digits_below _ n); [|exact Bn]. rewrite t_score_value. rewrite score_le, map_length. lia. }
  assert (K3 := t_succ_steps (value (t_score A B phi))).
  destruct (value (t_image phi t)) as [u|]; run; [|lia]. cbn [option_map] in V.
  assert (Hu := image_fine (fun x => bits x <= d) (plain_edges phi) (plain t) (plain u) Ht HP (eq_sym V)).
  assert (K2 := t_member_steps d u B Hu). destruct (value (t_member u B)); run; lia.
Qed.

Theorem verify_steps A B k phi :
  let n := input_bits (map plain A) (map plain B) (N.to_nat k) in
  alignment_bits (plain_edges phi) <= n -> steps (t_verify A B k phi) <= 7 * (1 + n) ^ 3.
Proof.
  intros n Hphi.
  assert (Hn : list_bits (map plain A) + list_bits (map plain B) + bits (N.to_nat k) = n) by reflexivity.
  assert (LA := length_list_bits (map plain A)). assert (LB := length_list_bits (map plain B)). rewrite map_length in LA, LB.
  assert (Pk := bits_pos (N.to_nat k)). unfold alignment_bits in Hphi.
  assert (LP := length_total_bits (map fst (plain_edges phi))). rewrite map_length, plain_edges_length in LP.
  assert (FP : fine_alignment (fun x => bits x <= n) (plain_edges phi)) by (split; apply fine_list; lia).
  assert (FA : forall t, In t A -> short n (plain t)) by (intros t Ht; apply (list_fine n (map plain A)); [lia | apply in_map, Ht]).
  assert (Bn : bits n <= n) by (apply bits_le_bound; lia).
  unfold t_verify. run. rewrite !t_map_value.
  assert (K1 := t_map_steps (fun p : N * N => done (fst p)) phi 1 ltac:(intros x _; apply le_n)).
  assert (K2 := t_map_steps (fun p : N * N => done (snd p)) phi 1 ltac:(intros x _; apply le_n)).
  assert (D1 : forall x, In x (map (fun p : N * N => value (done (fst p))) phi) -> digits x <= n).
  { intros x Hx. destruct FP as [FP _]. rewrite Forall_forall in FP. apply FP. unfold plain_edges. rewrite map_map.
    apply in_map_iff in Hx. destruct Hx as (p & <- & Hp). apply in_map_iff. exists p. auto. }
  assert (D2 : forall x, In x (map (fun p : N * N => value (done (snd p))) phi) -> digits x <= n).
  { intros x Hx. destruct FP as [_ FP]. rewrite Forall_forall in FP. apply FP. unfold plain_edges. rewrite map_map.
    apply in_map_iff in Hx. destruct Hx as (p & <- & Hp). apply in_map_iff. exists p. auto. }
  assert (K3 := t_distinct_steps n n _ D1 ltac:(rewrite map_length; lia)).
  assert (K4 := t_distinct_steps n n _ D2 ltac:(rewrite map_length; lia)). rewrite map_length in K3, K4.
  assert (K5 := t_score_steps n n A B phi FA FP ltac:(lia) ltac:(lia) ltac:(lia) Bn).
  assert (K6 := t_leb_steps k (value (t_score A B phi))). fold (digits k) in Hn.
  assert (M3 := Nat.mul_le_mono_r (length phi) n (n * (n + 2) + 2) ltac:(lia)).
  assert (M5 := Nat.mul_le_mono_r (length A) n (2 * (n * (n + 2)) + n * (3 * n + 5) + n + 6) ltac:(lia)).
  replace ((1 + n) ^ 3) with ((1 + n) * ((1 + n) * (1 + n))) by (simpl; lia). lia.
Qed.

(** ** Membership in NP, in these steps *)

Lemma binary_edges phi : exists psi, plain_edges psi = phi.
Proof.
  exists (map (fun p => (N.of_nat (fst p), N.of_nat (snd p))) phi). unfold plain_edges. rewrite map_map.
  rewrite <- (map_id phi) at 2. apply map_ext. intros [a b]. unfold plain_node. cbn [fst snd]. rewrite !Nat2N.id. reflexivity.
Qed.

Theorem smatch_in_NP_steps A B k :
  let n := input_bits (map plain A) (map plain B) (N.to_nat k) in
  (SMATCH (map plain A) (map plain B) (N.to_nat k) <->
    exists phi, alignment_bits (plain_edges phi) <= n /\ value (t_verify A B k phi) = true) /\
  (forall phi, alignment_bits (plain_edges phi) <= n -> steps (t_verify A B k phi) <= 7 * (1 + n) ^ 3).
Proof.
  intros n. split; [split|].
  - intros (phi & P & H). destruct (binary_edges (prune (map plain A) (map plain B) phi)) as (psi & E).
    exists psi. split.
    + rewrite E, prune_bits by exact P. unfold n, input_bits. lia.
    + rewrite verify_value, E. apply verify_correct. split; [apply prune_pinj, P | rewrite H; apply prune_score, P].
  - intros (phi & _ & H). rewrite verify_value in H. apply smatch_iff_verified. eauto.
  - intros phi. apply verify_steps.
Qed.
