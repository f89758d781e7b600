(** * Instances as strings of bits

    NP.v and Bits.v count the bits of instances.  Here instances are strings of bits, so that what they count can be said
    of strings: different instances have different strings, even if something follows ([prefix_free]), and a string is at
    least as long as the count says, and at most three times and a little ([smatch_string], [formula_string],
    [graph_string]).

    A number is written in binary, from its lowest digit on, with a mark before each digit and one at the end; a list has a
    mark before each member and one at the end.  So the strings of pairs and lists need no other separators. *)

From Coq Require Import Arith Lia Bool List PArith.
From SmatchProof Require Import Smatch NP NPRules SubgraphIsomorphism MaxSat Chain Bits.
Import ListNotations.

Definition code (T : Type) : Type := T -> list bool.

(** What has been written can be told from what follows it. *)
Definition prefix_free {T} (c : code T) : Prop := forall x y r s, c x ++ r = c y ++ s -> x = y /\ r = s.

Theorem prefix_free_inj {T} (c : code T) x y : prefix_free c -> c x = c y -> x = y.
Proof. intros P E. apply (P x y [] []). rewrite E. reflexivity. Qed.

(** ** Codes *)

Definition flag_code : code bool := fun b => [b].

Fixpoint positive_code (p : positive) : list bool :=
  match p with
  | xI p => true :: true :: positive_code p
  | xO p => true :: false :: positive_code p
  | xH => [false]
  end.

(** 0 has the string of 1, and so on. *)
Definition number_code : code nat := fun n => positive_code (Pos.of_succ_nat n).

Definition marks_code : code nat := fun n => repeat true n ++ [false].

Definition pair_code {T V} (c : code T) (d : code V) : code (T * V) := fun x => c (fst x) ++ d (snd x).

Definition list_code {T} (c : code T) : code (list T) := fun l => flat_map (fun x => true :: c x) l ++ [false].

(** Two bits for the kind. *)
Definition triple_code : code triple := fun t =>
  match t with
  | Inst v c => false :: false :: number_code v ++ number_code c
  | Attr a v c => false :: true :: number_code a ++ number_code v ++ number_code c
  | Rel r u v => true :: false :: number_code r ++ number_code u ++ number_code v
  end.

Lemma flag_free : prefix_free flag_code.
Proof. intros x y r s E. injection E as -> ->. auto. Qed.

Lemma number_free : prefix_free number_code.
Proof.
  intros x y r s E. enough (G : forall p q, positive_code p ++ r = positive_code q ++ s -> p = q /\ r = s).
  { apply G in E. destruct E as [E ->]. split; [apply SuccNat2Pos.inj, E | reflexivity]. }
  clear. induction p as [p IH|p IH|]; intros [q|q|] E; cbn [positive_code List.app] in E; try discriminate;
    injection E as E; try (apply IH in E; destruct E as [-> ->]); auto.
Qed.

Lemma marks_free : prefix_free marks_code.
Proof.
  unfold marks_code. intros x. induction x as [|x IH]; intros [|y] r s E; cbn [repeat List.app] in E; try discriminate.
  - injection E as ->. auto.
  - injection E as E. apply IH in E. destruct E as [-> ->]. auto.
Qed.

Lemma pair_free {T V} (c : code T) (d : code V) : prefix_free c -> prefix_free d -> prefix_free (pair_code c d).
Proof.
  intros C D [x x'] [y y'] r s E. unfold pair_code in E. cbn [fst snd] in E. rewrite <- !app_assoc in E.
  apply C in E. destruct E as [-> E]. apply D in E. destruct E as [-> ->]. auto.
Qed.

Lemma list_free {T} (c : code T) : prefix_free c -> prefix_free (list_code c).
Proof.
  intros C l. unfold list_code. induction l as [|x l IH]; intros [|y m] r s E; cbn [flat_map List.app] in E; try discriminate.
  - injection E as ->. auto.
  - injection E as E. rewrite <- !app_assoc in E. apply C in E. destruct E as [-> E]. rewrite !app_assoc in E.
    apply IH in E. destruct E as [-> ->]. auto.
Qed.

Lemma triple_free : prefix_free triple_code.
Proof.
  intros t t' r s E. destruct t as [v c|a v c|q u v], t' as [v' c'|a' v' c'|q' u' v']; cbn [triple_code List.app] in E;
    try discriminate; injection E as E; rewrite <- !app_assoc in E;
    repeat (apply number_free in E; destruct E as [-> E]); auto.
Qed.

(** ** Lengths *)

Lemma positive_length p : length (positive_code p) + 1 = 2 * Pos.size_nat p.
Proof. induction p as [p IH|p IH|]; cbn [positive_code length Pos.size_nat]; lia. Qed.

Lemma number_length n : bits n <= length (number_code n) <= 3 * bits n.
Proof.
  assert (K := positive_length (Pos.of_succ_nat n)).
  assert (E : Pos.size_nat (Pos.of_succ_nat n) = bits (S n)).
  { rewrite <- SuccNat2Pos.id_succ. generalize (Pos.of_succ_nat n). intros p.
    assert (B : 2 ^ Pos.size_nat p <= 2 * Pos.to_nat p /\ Pos.to_nat p < 2 ^ Pos.size_nat p).
    { induction p as [p IH|p IH|]; cbn [Pos.size_nat]; rewrite ?Pos2Nat.inj_xI, ?Pos2Nat.inj_xO, ?Nat.pow_succ_r'; [lia..|].
      simpl. lia. }
    unfold bits. destruct (Pos.size_nat p) as [|d] eqn:D; [destruct p; discriminate|].
    f_equal. symmetry. apply Nat.log2_unique; [lia|]. rewrite Nat.pow_succ_r' in B. rewrite Nat.pow_succ_r'. lia. }
  assert (K1 := bits_S n). assert (K2 := bits_mono n (S n) ltac:(lia)). assert (P := bits_pos n). unfold number_code. lia.
Qed.

Lemma marks_length n : length (marks_code n) = n + 1.
Proof. unfold marks_code. rewrite app_length, repeat_length. reflexivity. Qed.

(** Members of b to 3 b bits, and a unit for each member, make a list of as many. *)
Lemma list_length {T} (c : code T) (b : T -> nat) l :
  (forall x, b x <= length (c x) + 1 <= 3 * b x) ->
  list_sum (map b l) <= length (list_code c l) <= 3 * list_sum (map b l) + 1.
Proof.
  intros H. unfold list_code, list_sum. rewrite app_length. cbn [length].
  induction l as [|x l IH]; [simpl; lia|]. cbn [map fold_right flat_map]. rewrite app_length. cbn [length].
  assert (K := H x). lia.
Qed.

Lemma triple_length t : triple_bits t <= length (triple_code t) + 1 <= 3 * triple_bits t.
Proof.
  destruct t as [v c|a v c|r u v]; unfold triple_bits, total_bits; cbn [triple_code entries map list_sum fold_right length];
    rewrite !app_length.
  - assert (K1 := number_length v). assert (K2 := number_length c). lia.
  - assert (K1 := number_length a). assert (K2 := number_length v). assert (K3 := number_length c). lia.
  - assert (K1 := number_length r). assert (K2 := number_length u). assert (K3 := number_length v). lia.
Qed.

(** ** Instances *)

(** SMATCH: both graphs and the score. *)
Definition smatch_code : code (list triple * list triple * nat) :=
  pair_code (pair_code (list_code triple_code) (list_code triple_code)) number_code.

Theorem smatch_string : prefix_free smatch_code /\
  forall A B k, input_bits A B k <= length (smatch_code (A, B, k)) <= 3 * input_bits A B k + 2.
Proof.
  split; [apply pair_free; [apply pair_free; apply list_free, triple_free | apply number_free]|].
  intros A B k. unfold smatch_code, pair_code, input_bits. cbn [fst snd]. rewrite !app_length.
  assert (KA := list_length triple_code triple_bits A triple_length). assert (KB := list_length triple_code triple_bits B triple_length).
  fold (list_bits A) in KA. fold (list_bits B) in KB. assert (Kk := number_length k). lia.
Qed.

Definition literal_code : code literal := pair_code number_code flag_code.
Definition clause_code : code clause := list_code literal_code.
Definition clauses_code : code formula := list_code clause_code.

Lemma clauses_free : prefix_free clauses_code.
Proof. apply list_free, list_free, pair_free; [apply number_free | apply flag_free]. Qed.

Lemma clauses_length f : clauses_bits f <= length (clauses_code f) <= 3 * clauses_bits f + 1.
Proof.
  apply list_length. intros c. unfold clause_bits.
  assert (L : forall l, literal_bits l <= length (literal_code l) + 1 <= 3 * literal_bits l).
  { intros l. unfold literal_bits, literal_code, pair_code, flag_code. rewrite app_length. cbn [length]. assert (K := number_length (fst l)). lia. }
  assert (K := list_length literal_code literal_bits c L). unfold clause_code. lia.
Qed.

(** MAX-SAT: marks for the variables, the clauses, and how many of them. *)
Definition formula_code : code (nat * formula * nat) := pair_code (pair_code marks_code clauses_code) number_code.

Theorem formula_string : prefix_free formula_code /\
  forall n f k, formula_bits n f + bits k <= length (formula_code (n, f, k)) <= 3 * (formula_bits n f + bits k) + 2.
Proof.
  split; [apply pair_free; [apply pair_free; [apply marks_free | apply clauses_free] | apply number_free]|].
  intros n f k. unfold formula_code, pair_code, formula_bits. cbn [fst snd]. rewrite !app_length, marks_length.
  assert (K := clauses_length f). assert (Kk := number_length k). lia.
Qed.

(** CLIQUE and its like: marks for the vertices, the edges, and a number. *)
Definition graph_code : code (nat * list (nat * nat) * nat) :=
  pair_code (pair_code marks_code (list_code (pair_code number_code number_code))) number_code.

Theorem graph_string : prefix_free graph_code /\
  forall n E k, graph_bits n E + bits k <= length (graph_code (n, E, k)) <= 3 * (graph_bits n E + bits k) + 2.
Proof.
  split.
  { apply pair_free; [|apply number_free]. apply pair_free; [apply marks_free|]. apply list_free, pair_free; apply number_free. }
  intros n E k. unfold graph_code, pair_code, graph_bits. cbn [fst snd]. rewrite !app_length, marks_length.
  assert (L : forall e, edge_bits e <= length (pair_code number_code number_code e) + 1 <= 3 * edge_bits e).
  { intros [a b]. unfold pair_code, edge_bits. cbn [fst snd]. rewrite app_length.
    assert (Ka := number_length a). assert (Kb := number_length b). lia. }
  assert (K := list_length (pair_code number_code number_code) edge_bits E L). fold (edges_bits E) in K.
  unfold pair_code in K. assert (Kk := number_length k). lia.
Qed.

(** The reduction of SAT, from string to string. *)
Corollary sat_string f :
  length (smatch_code (chain_left f, chain_right f, length (chain_left f))) <= 210 * (1 + length (clauses_code f)) ^ 3 + 2.
Proof.
  destruct smatch_string as [_ S]. specialize (S (chain_left f) (chain_right f) (length (chain_left f))).
  assert (B := sat_bits f). assert (K := clauses_length f).
  assert (M := Nat.pow_le_mono_l (1 + clauses_bits f) (1 + length (clauses_code f)) 3 ltac:(lia)). lia.
Qed.
