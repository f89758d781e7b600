(** * Reductions, with their steps counted

    The functions of this file, whose names begin with t_, build what MaxSat.v, MaxCut.v, Chain.v and SubgraphIsomorphism.v
    build, and count their steps.  Their values are the plain constructions, and their steps are at most a polynomial of the
    bits n of the input, as Bits.v counts them:

    - MAX-SAT to SMATCH, at most 376 (3 + n)^3 steps                        [max_sat_value], [max_sat_steps]
      and where the clauses have no other variables than those counted,
      376 (1 + n) (3 + log n)^2, or so                                      [max_sat_steps_cnf]
    - MAX-CUT to SMATCH, 376 (3 + n)^3                                      [max_cut_value], [max_cut_steps]
    - SAT to CLIQUE to SUBGRAPH ISOMORPHISM to SMATCH, 60 (3 + n)^3         [chain_value], [chain_steps]
    - CLIQUE to SMATCH, the size in binary, 30 (4 + n)^3                    [clique_value], [clique_steps]
    - SUBGRAPH ISOMORPHISM to SMATCH, 20 (2 + n)^2                          [subgraph_value], [subgraph_steps]

    [sat_to_smatch] and its like say it in one: same answer, so many steps, so many bits of output.

    What is a step.  A function takes its arguments apart by a bounded number of constructors, calls functions of this file,
    and puts a value together by a bounded number of constructors: that end of a call, [done], is one step.  There is no
    other operation, only tests of truth values.  A number is the list of its binary digits, lowest first (N of Coq's
    library), and its functions go through the digits: [t_succ], [t_add], [t_mul], [t_eqb].  What is handed on is not
    copied.  A number in unary (nat) only serves as a list of marks.

    Coq proves the counts; that no function does more in a step is not a theorem, but seen by reading: a test goes through
    the names that they use.  The README of this directory says what is missing to a machine model. *)

From Coq Require Import Arith Lia Bool List NArith PArith.
From Coq Require Cantor.
From SmatchProof Require Import Smatch NP NPRules SubgraphIsomorphism MaxSat Chain MaxCut Bits.
Import ListNotations.

(** ** Values with the steps that they took *)

Definition counted (T : Type) : Type := (T * nat)%type.
Definition value {T} (a : counted T) : T := fst a.
Definition steps {T} (a : counted T) : nat := snd a.

Definition done {T} (x : T) : counted T := (x, 1).
Definition next {T V} (a : counted T) (f : T -> counted V) : counted V :=
  let (x, n) := a in let (y, m) := f x in (y, n + m).

Notation "'let*' x := a 'in' b" := (next a (fun x => b)) (at level 200, x name, right associativity).

Lemma value_done {T} (x : T) : value (done x) = x.
Proof. reflexivity. Qed.

Lemma steps_done {T} (x : T) : steps (done x) = 1.
Proof. reflexivity. Qed.

Lemma value_next {T V} (a : counted T) (f : T -> counted V) : value (next a f) = value (f (value a)).
Proof. destruct a as [x n]. unfold next, value. simpl. destruct (f x). reflexivity. Qed.

Lemma steps_next {T V} (a : counted T) (f : T -> counted V) : steps (next a f) = steps a + steps (f (value a)).
Proof. destruct a as [x n]. unfold next, steps, value. simpl. destruct (f x). reflexivity. Qed.

Ltac run := repeat (rewrite value_next || rewrite steps_next || rewrite value_done || rewrite steps_done; cbv beta).

(** ** Binary numbers *)

Fixpoint t_psucc (p : positive) : counted positive :=
  match p with
  | xI p => let* r := t_psucc p in done (xO r)
  | xO p => done (xI p)
  | xH => done (xO xH)
  end.

(** With a carry or without. *)
Fixpoint t_padd (c : bool) (p q : positive) : counted positive :=
  match p, q with
  | xI p, xI q => let* r := t_padd true p q in done (if c then xI r else xO r)
  | xI p, xO q | xO p, xI q => let* r := t_padd c p q in done (if c then xO r else xI r)
  | xO p, xO q => let* r := t_padd false p q in done (if c then xI r else xO r)
  | xI p, xH | xH, xI p => if c then let* r := t_psucc p in done (xI r) else let* r := t_psucc p in done (xO r)
  | xO p, xH | xH, xO p => if c then let* r := t_psucc p in done (xO r) else done (xI p)
  | xH, xH => done (if c then xI xH else xO xH)
  end.

Fixpoint t_pmul (p q : positive) : counted positive :=
  match p with
  | xI p => let* r := t_pmul p q in let* s := t_padd false q (xO r) in done s
  | xO p => let* r := t_pmul p q in done (xO r)
  | xH => done q
  end.

Fixpoint t_peqb (p q : positive) : counted bool :=
  match p, q with
  | xI p, xI q | xO p, xO q => let* r := t_peqb p q in done r
  | xH, xH => done true
  | _, _ => done false
  end.

Definition t_succ (x : N) : counted N :=
  match x with N0 => done 1%N | Npos p => let* r := t_psucc p in done (Npos r) end.

Definition t_add (x y : N) : counted N :=
  match x, y with
  | N0, _ => done y
  | _, N0 => done x
  | Npos p, Npos q => let* r := t_padd false p q in done (Npos r)
  end.

Definition t_mul (x y : N) : counted N :=
  match x, y with
  | Npos p, Npos q => let* r := t_pmul p q in done (Npos r)
  | _, _ => done 0%N
  end.

(** Without the lowest digit. *)
Definition t_half (x : N) : counted N :=
  match x with Npos (xI p) | Npos (xO p) => done (Npos p) | _ => done 0%N end.

Definition t_eqb (x y : N) : counted bool :=
  match x, y with
  | N0, N0 => done true
  | Npos p, Npos q => let* r := t_peqb p q in done r
  | _, _ => done false
  end.

(** *** Their values *)

Lemma t_psucc_value p : value (t_psucc p) = Pos.succ p.
Proof. induction p as [p IH|p IH|]; cbn [t_psucc]; run; rewrite ?IH; reflexivity. Qed.

Lemma t_padd_value c p q : value (t_padd c p q) = if c then Pos.add_carry p q else Pos.add p q.
Proof.
  revert c q. induction p as [p IH|p IH|]; intros c [q|q|]; cbn [t_padd]; destruct c; run;
    rewrite ?IH, ?t_psucc_value; reflexivity.
Qed.

Lemma t_pmul_value p q : value (t_pmul p q) = Pos.mul p q.
Proof. induction p as [p IH|p IH|]; cbn [t_pmul]; run; rewrite ?t_padd_value, ?IH; reflexivity. Qed.

Lemma t_peqb_value p q : value (t_peqb p q) = Pos.eqb p q.
Proof. revert q. induction p as [p IH|p IH|]; intros [q|q|]; cbn [t_peqb]; run; rewrite ?IH; reflexivity. Qed.

Lemma t_succ_value x : N.to_nat (value (t_succ x)) = S (N.to_nat x).
Proof.
  rewrite <- N2Nat.inj_succ. f_equal. destruct x; cbn [t_succ]; run; [reflexivity|]. rewrite t_psucc_value. reflexivity.
Qed.

Lemma t_add_value x y : N.to_nat (value (t_add x y)) = N.to_nat x + N.to_nat y.
Proof.
  rewrite <- N2Nat.inj_add. f_equal. destruct x, y; cbn [t_add]; run; try reflexivity. rewrite t_padd_value. reflexivity.
Qed.

Lemma t_mul_value x y : N.to_nat (value (t_mul x y)) = N.to_nat x * N.to_nat y.
Proof.
  rewrite <- N2Nat.inj_mul. f_equal. destruct x, y; cbn [t_mul]; run; try reflexivity. rewrite t_pmul_value. reflexivity.
Qed.

Lemma t_half_value x : N.to_nat (value (t_half x)) = Nat.div2 (N.to_nat x).
Proof. rewrite <- N2Nat.inj_div2. destruct x as [|[p|p|]]; reflexivity. Qed.

Lemma t_eqb_value x y : value (t_eqb x y) = Nat.eqb (N.to_nat x) (N.to_nat y).
Proof.
  transitivity (N.eqb x y).
  - destruct x, y; cbn [t_eqb]; run; try reflexivity. apply t_peqb_value.
  - apply eq_true_iff_eq. rewrite N.eqb_eq, Nat.eqb_eq. symmetry. apply N2Nat.inj_iff.
Qed.

(** *** Their steps, in bits *)

Definition digits (x : N) : nat := bits (N.to_nat x).

Lemma digits_pos p : digits (Npos p) = Pos.size_nat p.
Proof.
  assert (K : 2 ^ Pos.size_nat p <= 2 * Pos.to_nat p /\ Pos.to_nat p < 2 ^ Pos.size_nat p).
  { induction p as [p IH|p IH|]; cbn [Pos.size_nat]; rewrite ?Pos2Nat.inj_xI, ?Pos2Nat.inj_xO, ?Nat.pow_succ_r'; [lia..|].
    simpl. lia. }
  unfold digits, bits. cbn [N.to_nat]. destruct (Pos.size_nat p) as [|d] eqn:E; [destruct p; discriminate|].
  f_equal. apply Nat.log2_unique; [lia|]. rewrite Nat.pow_succ_r' in K. rewrite Nat.pow_succ_r'. lia.
Qed.

Lemma digits_ge x : 1 <= digits x.
Proof. apply bits_pos. Qed.

Lemma size_nat_ge p : 1 <= Pos.size_nat p.
Proof. destruct p; simpl; lia. Qed.

Lemma t_psucc_steps p : steps (t_psucc p) <= Pos.size_nat p.
Proof. induction p as [p IH|p IH|]; cbn [t_psucc Pos.size_nat]; run; lia. Qed.

Lemma t_padd_steps c p q : steps (t_padd c p q) <= Pos.size_nat p + Pos.size_nat q.
Proof.
  revert c q. induction p as [p IH|p IH|]; intros c [q|q|]; cbn [t_padd Pos.size_nat];
    try (assert (K := t_psucc_steps p)); try (assert (L := t_psucc_steps q)); try (assert (M := IH c q));
    try (assert (M1 := IH true q)); try (assert (M2 := IH false q)); destruct c; run; lia.
Qed.

Lemma size_mul p q : Pos.size_nat (p * q) <= Pos.size_nat p + Pos.size_nat q.
Proof.
  rewrite <- !digits_pos. unfold digits. change (Npos (p * q)) with (Npos p * Npos q)%N. rewrite N2Nat.inj_mul. apply bits_mul.
Qed.

Lemma t_pmul_steps p q : steps (t_pmul p q) <= Pos.size_nat p * (Pos.size_nat p + 2 * Pos.size_nat q + 1).
Proof.
  induction p as [p IH|p IH|]; cbn [t_pmul Pos.size_nat]; run; [| |lia].
  - assert (K := t_padd_steps false q (xO (value (t_pmul p q)))). cbn [Pos.size_nat] in K.
    assert (L := size_mul p q). rewrite t_pmul_value in K |- *. nia.
  - nia.
Qed.

Lemma t_peqb_steps p q : steps (t_peqb p q) <= Pos.size_nat p.
Proof.
  revert q. induction p as [p IH|p IH|]; intros [q|q|]; cbn [t_peqb Pos.size_nat]; try (assert (K := IH q)); run; lia.
Qed.

Lemma t_succ_steps x : steps (t_succ x) <= digits x + 1.
Proof.
  destruct x as [|p]; cbn [t_succ]; run; [lia|]. rewrite digits_pos. assert (K := t_psucc_steps p). lia.
Qed.

Lemma t_add_steps x y : steps (t_add x y) <= digits x + digits y + 1.
Proof.
  destruct x as [|p], y as [|q]; cbn [t_add]; run; try lia. rewrite !digits_pos. assert (K := t_padd_steps false p q). lia.
Qed.

Lemma t_mul_steps x y : steps (t_mul x y) <= digits x * (digits x + 2 * digits y + 1) + 1.
Proof.
  destruct x as [|p], y as [|q]; cbn [t_mul]; run; try lia. rewrite !digits_pos. assert (K := t_pmul_steps p q). lia.
Qed.

Lemma t_half_steps x : steps (t_half x) = 1.
Proof. destruct x as [|[p|p|]]; reflexivity. Qed.

Lemma t_eqb_steps x y : steps (t_eqb x y) <= digits x + 1.
Proof.
  destruct x as [|p], y as [|q]; cbn [t_eqb]; run; try lia. rewrite !digits_pos. assert (K := t_peqb_steps p q). lia.
Qed.

(** *** Names: Cantor's pairing, by y + s (s + 1) / 2 for s = x + y *)

Definition t_cantor (x y : N) : counted N :=
  let* s := t_add x y in let* s' := t_succ s in let* q := t_mul s s' in let* h := t_half q in let* r := t_add h y in done r.

Definition t_name (kind i p : N) : counted N :=
  let* q := t_cantor i p in let* r := t_cantor kind q in let* s := t_succ r in done s.

Lemma cantor_half x y : Nat.div2 ((x + y) * S (x + y)) + y = Cantor.to_nat (x, y).
Proof.
  assert (K := Cantor.to_nat_spec x y). rewrite (Nat.add_comm x y).
  assert (L : y <= Cantor.to_nat (x, y)) by nia.
  replace ((y + x) * S (y + x)) with (2 * (Cantor.to_nat (x, y) - y)) by lia. rewrite Nat.div2_double. lia.
Qed.

Lemma t_cantor_value x y : N.to_nat (value (t_cantor x y)) = Cantor.to_nat (N.to_nat x, N.to_nat y).
Proof.
  unfold t_cantor. run. rewrite t_add_value, t_half_value, t_mul_value, t_succ_value, t_add_value. apply cantor_half.
Qed.

Lemma t_name_value kind i p : N.to_nat (value (t_name kind i p)) = name (N.to_nat kind) (N.to_nat i) (N.to_nat p).
Proof. unfold t_name. run. rewrite t_succ_value, !t_cantor_value. reflexivity. Qed.

(** One bit more than the longer one. *)
Lemma bits_sum x y d : bits x <= d -> bits y <= d -> bits (x + y) <= d + 1.
Proof.
  intros Hx Hy. rewrite (bits_mono (x + y) (2 * Nat.max x y)) by lia.
  assert (K : bits (Nat.max x y) <= d) by (destruct (Nat.max_spec x y) as [[_ ->]|[_ ->]]; assumption).
  destruct (Nat.max x y) as [|m]; [change (bits (2 * 0)) with 1; lia|]. unfold bits in *. rewrite Nat.log2_double by lia. lia.
Qed.

Lemma t_cantor_digits x y d : digits x <= d -> digits y <= d ->
  digits (value (t_cantor x y)) <= 2 * d + 4 /\ steps (t_cantor x y) <= 3 * (d * d) + 23 * d + 23.
Proof.
  intros Hx Hy. unfold t_cantor. run. set (s := value (t_add x y)).
  assert (Ds : digits s <= d + 1) by (unfold digits, s; rewrite t_add_value; apply bits_sum; assumption).
  set (s' := value (t_succ s)).
  assert (Ds' : digits s' <= d + 2) by (unfold digits in *; unfold s'; rewrite t_succ_value; assert (K := bits_S (N.to_nat s)); lia).
  set (q := value (t_mul s s')).
  assert (Dq : digits q <= 2 * d + 3).
  { unfold digits in *. unfold q. rewrite t_mul_value. assert (K := bits_mul (N.to_nat s) (N.to_nat s')). lia. }
  set (h := value (t_half q)).
  assert (Dh : digits h <= 2 * d + 3).
  { unfold digits in *. unfold h. rewrite t_half_value. rewrite (bits_mono _ (N.to_nat q)); [exact Dq|].
    rewrite Nat.div2_div. apply Nat.div_le_upper_bound; lia. }
  split; [unfold digits in *; rewrite t_add_value; replace (2 * d + 4) with (2 * d + 3 + 1) by lia; apply bits_sum; lia|].
  assert (K1 := t_add_steps x y). assert (K2 := t_succ_steps s). assert (K3 := t_mul_steps s s').
  assert (K4 := t_half_steps q). assert (K5 := t_add_steps h y).
  assert (K6 : digits s * (digits s + 2 * digits s' + 1) <= (d + 1) * (3 * d + 6)) by (apply Nat.mul_le_mono; lia).
  lia.
Qed.

(** 2 bits are for the kinds 0 to 3, 3 bits for 4. *)
Lemma t_name_steps kind i p d : 3 <= d -> digits kind <= d -> digits i <= d -> digits p <= d ->
  steps (t_name kind i p) <= 80 * (d * d).
Proof.
  intros Hd Hk Hi Hp. unfold t_name. run.
  destruct (t_cantor_digits i p d Hi Hp) as [D1 S1]. set (q := value (t_cantor i p)) in *.
  destruct (t_cantor_digits kind q (2 * d + 4)) as [D2 S2]; [lia | lia|]. set (r := value (t_cantor kind q)) in *.
  assert (S3 := t_succ_steps r). nia.
Qed.

(** ** Lists *)

Fixpoint t_map {T V} (f : T -> counted V) (l : list T) : counted (list V) :=
  match l with
  | [] => done []
  | x :: l => let* y := f x in let* r := t_map f l in done (y :: r)
  end.

Fixpoint t_app {T} (l m : list T) : counted (list T) :=
  match l with
  | [] => done m
  | x :: l => let* r := t_app l m in done (x :: r)
  end.

Fixpoint t_flat_map {T V} (f : T -> counted (list V)) (l : list T) : counted (list V) :=
  match l with
  | [] => done []
  | x :: l => let* y := f x in let* r := t_flat_map f l in let* s := t_app y r in done s
  end.

Fixpoint t_filter {T} (f : T -> counted bool) (l : list T) : counted (list T) :=
  match l with
  | [] => done []
  | x :: l => let* b := f x in let* r := t_filter f l in done (if b then x :: r else r)
  end.

(** The length, as marks. *)
Fixpoint t_length {T} (l : list T) : counted nat :=
  match l with
  | [] => done 0
  | _ :: l => let* n := t_length l in done (S n)
  end.

(** As many numbers as there are marks, from [i] on. *)
Fixpoint t_seq (i : N) (n : nat) : counted (list N) :=
  match n with
  | 0 => done []
  | S n => let* j := t_succ i in let* r := t_seq j n in done (i :: r)
  end.

Fixpoint t_numbered {T} (i : N) (l : list T) : counted (list (N * T)) :=
  match l with
  | [] => done []
  | x :: l => let* j := t_succ i in let* r := t_numbered j l in done ((i, x) :: r)
  end.

(** Twice the length of a list, or once, is added to a number. *)
Fixpoint t_count {T} (l : list T) (k : N) : counted N :=
  match l with
  | [] => done k
  | _ :: l => let* a := t_succ k in let* r := t_count l a in done r
  end.

Fixpoint t_count_twice {T} (l : list T) (k : N) : counted N :=
  match l with
  | [] => done k
  | _ :: l => let* a := t_succ k in let* b := t_succ a in let* r := t_count_twice l b in done r
  end.

Lemma t_map_value {T V} (f : T -> counted V) l : value (t_map f l) = map (fun x => value (f x)) l.
Proof. induction l as [|x l IH]; cbn [t_map map]; run; congruence. Qed.

Lemma t_app_value {T} (l m : list T) : value (t_app l m) = l ++ m.
Proof. induction l as [|x l IH]; cbn [t_app List.app]; run; congruence. Qed.

Lemma t_flat_map_value {T V} (f : T -> counted (list V)) l : value (t_flat_map f l) = flat_map (fun x => value (f x)) l.
Proof. induction l as [|x l IH]; cbn [t_flat_map flat_map]; run; rewrite ?t_app_value; congruence. Qed.

Lemma t_filter_value {T} (f : T -> counted bool) l : value (t_filter f l) = filter (fun x => value (f x)) l.
Proof. induction l as [|x l IH]; cbn [t_filter filter]; run; rewrite ?IH; reflexivity. Qed.

Lemma t_length_value {T} (l : list T) : value (t_length l) = length l.
Proof. induction l as [|x l IH]; cbn [t_length length]; run; congruence. Qed.

Lemma t_seq_value n : forall i, map N.to_nat (value (t_seq i n)) = seq (N.to_nat i) n.
Proof. induction n as [|n IH]; intros i; cbn [t_seq seq]; run; [reflexivity|]. cbn [map]. rewrite IH, t_succ_value. reflexivity. Qed.

Lemma t_seq_0 n : map N.to_nat (value (t_seq 0 n)) = seq 0 n.
Proof. apply t_seq_value. Qed.

Definition plain_numbered {T} (l : list (N * T)) : list (nat * T) := map (fun x => (N.to_nat (fst x), snd x)) l.

Lemma t_numbered_value {T} (l : list T) :
  forall i, plain_numbered (value (t_numbered i l)) = combine (seq (N.to_nat i) (length l)) l.
Proof.
  induction l as [|x l IH]; intros i; cbn [t_numbered length seq combine]; run; [reflexivity|].
  cbn [plain_numbered map fst snd]. f_equal. rewrite <- t_succ_value. apply IH.
Qed.

Lemma t_count_value {T} (l : list T) : forall k, N.to_nat (value (t_count l k)) = length l + N.to_nat k.
Proof.
  induction l as [|x l IH]; intros k; cbn [t_count length]; run; [reflexivity|]. rewrite IH, t_succ_value. lia.
Qed.

Lemma t_count_twice_value {T} (l : list T) : forall k, N.to_nat (value (t_count_twice l k)) = 2 * length l + N.to_nat k.
Proof.
  induction l as [|x l IH]; intros k; cbn [t_count_twice length]; run; [reflexivity|]. rewrite IH, !t_succ_value. lia.
Qed.

Lemma t_map_steps {T V} (f : T -> counted V) l c :
  (forall x, In x l -> steps (f x) <= c) -> steps (t_map f l) <= length l * (c + 1) + 1.
Proof.
  induction l as [|x l IH]; intros H; cbn [t_map length]; run; [lia|].
  assert (K := H x (or_introl eq_refl)). specialize (IH (fun y Hy => H y (or_intror Hy))). lia.
Qed.

Lemma t_app_steps {T} (l m : list T) : steps (t_app l m) = length l + 1.
Proof. induction l as [|x l IH]; cbn [t_app length]; run; lia. Qed.

Lemma t_flat_map_steps {T V} (f : T -> counted (list V)) (g : T -> nat) l :
  (forall x, In x l -> steps (f x) + length (value (f x)) + 2 <= g x) -> steps (t_flat_map f l) <= list_sum (map g l) + 1.
Proof.
  induction l as [|x l IH]; intros H; cbn [t_flat_map]; run; [simpl; lia|].
  change (list_sum (map g (x :: l))) with (g x + list_sum (map g l)). rewrite t_app_steps.
  assert (K := H x (or_introl eq_refl)). specialize (IH (fun y Hy => H y (or_intror Hy))). lia.
Qed.

Lemma t_filter_steps {T} (f : T -> counted bool) l c :
  (forall x, In x l -> steps (f x) <= c) -> steps (t_filter f l) <= length l * (c + 1) + 1.
Proof.
  induction l as [|x l IH]; intros H; cbn [t_filter length]; run; [lia|].
  assert (K := H x (or_introl eq_refl)). specialize (IH (fun y Hy => H y (or_intror Hy))). lia.
Qed.

Lemma t_length_steps {T} (l : list T) : steps (t_length l) = length l + 1.
Proof. induction l as [|x l IH]; cbn [t_length length]; run; lia. Qed.

(** A number below [m] has no more digits than [m]. *)
Lemma digits_below x m d : N.to_nat x <= m -> bits m <= d -> digits x <= d.
Proof. intros H K. unfold digits. rewrite (bits_mono _ _ H). exact K. Qed.

Lemma t_seq_steps m d n : forall i, N.to_nat i + n <= m -> bits m <= d -> steps (t_seq i n) <= n * (d + 2) + 1.
Proof.
  induction n as [|n IH]; intros i H K; cbn [t_seq]; run; [lia|].
  assert (S1 := t_succ_steps i). assert (D := digits_below i m d ltac:(lia) K).
  specialize (IH (value (t_succ i)) ltac:(rewrite t_succ_value; lia) K). lia.
Qed.

Lemma t_numbered_steps {T} m d (l : list T) :
  forall i, N.to_nat i + length l <= m -> bits m <= d -> steps (t_numbered i l) <= length l * (d + 2) + 1.
Proof.
  induction l as [|x l IH]; intros i H K; cbn [t_numbered length] in *; run; [lia|].
  assert (S1 := t_succ_steps i). assert (D := digits_below i m d ltac:(lia) K).
  specialize (IH (value (t_succ i)) ltac:(rewrite t_succ_value; lia) K). lia.
Qed.

Lemma t_count_steps {T} m d (l : list T) :
  forall k, N.to_nat k + length l <= m -> bits m <= d -> steps (t_count l k) <= length l * (d + 2) + 1.
Proof.
  induction l as [|x l IH]; intros k H K; cbn [t_count length] in *; run; [lia|].
  assert (S1 := t_succ_steps k). assert (D := digits_below k m d ltac:(lia) K).
  specialize (IH (value (t_succ k)) ltac:(rewrite t_succ_value; lia) K). lia.
Qed.

Lemma t_count_twice_steps {T} m d (l : list T) :
  forall k, N.to_nat k + 2 * length l <= m -> bits m <= d -> steps (t_count_twice l k) <= length l * (2 * d + 3) + 1.
Proof.
  induction l as [|x l IH]; intros k H K; cbn [t_count_twice length] in *; run; [lia|].
  assert (S1 := t_succ_steps k). assert (D := digits_below k m d ltac:(lia) K).
  set (a := value (t_succ k)). assert (E : N.to_nat a = S (N.to_nat k)) by apply t_succ_value.
  assert (S2 := t_succ_steps a). assert (D2 := digits_below a m d ltac:(lia) K).
  specialize (IH (value (t_succ a)) ltac:(rewrite t_succ_value; lia) K). lia.
Qed.

(** ** Triples of binary numbers *)

Inductive binary_triple :=
  | BInst (v c : N)
  | BAttr (a v c : N)
  | BRel (r u v : N).

Definition plain (t : binary_triple) : triple :=
  match t with
  | BInst v c => Inst (N.to_nat v) (N.to_nat c)
  | BAttr a v c => Attr (N.to_nat a) (N.to_nat v) (N.to_nat c)
  | BRel r u v => Rel (N.to_nat r) (N.to_nat u) (N.to_nat v)
  end.

Definition binary_literal := (N * bool)%type.
Definition binary_formula := list (list binary_literal).

Definition plain_literal (l : binary_literal) : literal := (N.to_nat (fst l), snd l).
Definition plain_formula (f : binary_formula) : formula := map (map plain_literal) f.

(** ** MAX-SAT to SMATCH *)

Definition binary_place := (N * N * binary_literal)%type.

Definition plain_place (t : binary_place) : nat * nat * literal :=
  (N.to_nat (fst (fst t)), N.to_nat (snd (fst t)), plain_literal (snd t)).

Definition t_clause_literals (jc : N * list binary_literal) : counted (list binary_place) :=
  let* ps := t_numbered 0 (snd jc) in let* r := t_map (fun pl => done (fst jc, fst pl, snd pl)) ps in done r.

Definition t_literals (f : binary_formula) : counted (list binary_place) :=
  let* js := t_numbered 0 f in let* r := t_flat_map t_clause_literals js in done r.

Definition t_own (n : N * N) : counted binary_triple := done (BInst (fst n) (snd n)).
Definition t_star (n : N * N) : counted binary_triple := done (BRel (snd n) 0 (fst n)).
Definition binary_roots : list binary_triple := [BInst 0 0; BAttr 0 0 0].

Definition t_same (kind i : N) : counted (N * N) := let* a := t_name kind i 0 in done (a, a).

Definition t_left_arc (t : binary_place) : counted binary_triple :=
  let '(j, p, l) := t in
  let* a := t_name 4 j p in let* b := t_name 1 j 0 in let* c := t_name 0 (fst l) 0 in done (BRel a b c).

Definition t_right_arc (t : binary_place) : counted binary_triple :=
  let '(j, p, l) := t in
  let* a := t_name 4 j p in let* b := t_name 3 j p in let* c := t_name 2 (fst l) (if snd l then 1 else 0)%N in
  done (BRel a b c).

Definition t_two_values (v : N) : counted (list (N * N)) :=
  let* t := t_name 2 v 1 in let* f := t_name 2 v 0 in let* x := t_name 0 v 0 in done [(t, x); (f, x)].

Definition t_place_node (t : binary_place) : counted (N * N) :=
  let '(j, p, _) := t in let* a := t_name 3 j p in let* c := t_name 1 j 0 in done (a, c).

(** The nodes with their concepts and stars, and the arcs. *)
Definition t_star_graph (nodes : list (N * N)) (arcs : list binary_triple) : counted (list binary_triple) :=
  let* os := t_map t_own nodes in let* ss := t_map t_star nodes in
  let* r := t_app ss arcs in let* s := t_app os r in let* t := t_app binary_roots s in done t.

Definition t_left_nodes (n : nat) (f : binary_formula) : counted (list (N * N)) :=
  let* vs := t_seq 0 n in let* xs := t_map (t_same 0) vs in
  let* m := t_length f in let* js := t_seq 0 m in let* cs := t_map (t_same 1) js in
  let* r := t_app xs cs in done r.

Definition t_right_nodes (n : nat) (ls : list binary_place) : counted (list (N * N)) :=
  let* vs := t_seq 0 n in let* xs := t_flat_map t_two_values vs in
  let* cs := t_map t_place_node ls in let* r := t_app xs cs in done r.

Definition t_left (n : nat) (f : binary_formula) : counted (list binary_triple) :=
  let* ls := t_literals f in let* ns := t_left_nodes n f in let* as_ := t_map t_left_arc ls in
  let* r := t_star_graph ns as_ in done r.

Definition t_right (n : nat) (f : binary_formula) : counted (list binary_triple) :=
  let* ls := t_literals f in let* ns := t_right_nodes n ls in let* as_ := t_map t_right_arc ls in
  let* r := t_star_graph ns as_ in done r.

Definition t_is_full (c : list binary_literal) : counted bool := match c with [] => done false | _ => done true end.

(** 2 + 2 (n + number of clauses with literals) + k *)
Definition t_threshold (n : nat) (f : binary_formula) (k : N) : counted N :=
  let* a := t_succ k in let* b := t_succ a in
  let* vs := t_seq 0 n in let* c := t_count_twice vs b in
  let* g := t_filter t_is_full f in let* r := t_count_twice g c in done r.

(** The instance of SMATCH: both graphs, and the score that is asked for. *)
Definition t_max_sat (n : nat) (f : binary_formula) (k : N) : counted (list binary_triple * list binary_triple * N) :=
  let* A := t_left n f in let* B := t_right n f in let* s := t_threshold n f k in done (A, B, s).

(** *** The values *)

Definition plain_node (n : N * N) : nat * nat := (N.to_nat (fst n), N.to_nat (snd n)).

Lemma t_literals_value f : map plain_place (value (t_literals f)) = literals (plain_formula f).
Proof.
  unfold t_literals, literals, numbered. run. rewrite t_flat_map_value. unfold plain_formula. rewrite map_length.
  change 0 with (N.to_nat 0) at 1. generalize 0%N. induction f as [|c f IH]; intros i; [reflexivity|].
  cbn [t_numbered length seq combine map flat_map]. run. cbn [flat_map]. rewrite map_app. f_equal.
  - unfold t_clause_literals, clause_literals, numbered. cbn [fst snd]. run. rewrite t_map_value, map_map, map_length.
    change 0 with (N.to_nat 0) at 1. generalize 0%N. induction c as [|l c IHc]; intros p; [reflexivity|].
    cbn [t_numbered length seq combine map]. run. cbn [map]. f_equal. rewrite <- t_succ_value. apply IHc.
  - rewrite <- t_succ_value. apply IH.
Qed.

Lemma t_star_graph_value nodes arcs :
  map plain (value (t_star_graph nodes arcs))
  = roots ++ map own (map plain_node nodes) ++ map MaxSat.star (map plain_node nodes) ++ map plain arcs.
Proof.
  unfold t_star_graph. run. rewrite !t_app_value, !t_map_value, !map_app, !map_map. reflexivity.
Qed.

Lemma t_same_value kind i : plain_node (value (t_same kind i)) = (name (N.to_nat kind) (N.to_nat i) 0, name (N.to_nat kind) (N.to_nat i) 0).
Proof. unfold t_same. run. unfold plain_node. cbn [fst snd]. rewrite t_name_value. reflexivity. Qed.

Lemma t_left_nodes_value n f : map plain_node (value (t_left_nodes n f)) = left_nodes n (plain_formula f).
Proof.
  unfold t_left_nodes, left_nodes. run. rewrite t_app_value, !t_map_value, map_app, !map_map, t_length_value.
  unfold plain_formula. rewrite map_length, <- (t_seq_0 n), <- (t_seq_0 (length f)), !map_map.
  f_equal; apply map_ext; intros i; apply t_same_value.
Qed.

Lemma t_two_values_value v :
  map plain_node (value (t_two_values v))
  = [(truth (N.to_nat v) true, var (N.to_nat v)); (truth (N.to_nat v) false, var (N.to_nat v))].
Proof. unfold t_two_values. run. cbn [map]. unfold plain_node. cbn [fst snd]. rewrite !t_name_value. reflexivity. Qed.

Lemma t_right_nodes_value n f ls : map plain_place ls = literals (plain_formula f) ->
  map plain_node (value (t_right_nodes n ls)) = right_nodes n (plain_formula f).
Proof.
  intros E. unfold t_right_nodes, right_nodes. run.
  rewrite t_app_value, t_flat_map_value, t_map_value, map_app, <- E, <- (t_seq_0 n), !map_map. f_equal.
  - generalize (value (t_seq 0 n)). induction l as [|v l IH]; [reflexivity|].
    cbn [flat_map map]. rewrite map_app, IH, t_two_values_value. reflexivity.
  - apply map_ext. intros [[j p] l]. unfold t_place_node. run. unfold plain_node. cbn [fst snd]. rewrite !t_name_value. reflexivity.
Qed.

Lemma t_left_value n f : map plain (value (t_left n f)) = left n (plain_formula f).
Proof.
  unfold t_left, left. run. rewrite t_star_graph_value, t_left_nodes_value, t_map_value, map_map, <- t_literals_value, map_map.
  do 3 f_equal. apply map_ext. intros [[j p] [v b]]. unfold t_left_arc. run. cbn [plain left_arc plain_place plain_literal fst snd].
  rewrite !t_name_value. reflexivity.
Qed.

Lemma t_right_value n f : map plain (value (t_right n f)) = right n (plain_formula f).
Proof.
  unfold t_right, right. run.
  rewrite t_star_graph_value, (t_right_nodes_value n f) by apply t_literals_value.
  rewrite t_map_value, map_map, <- t_literals_value, map_map.
  do 3 f_equal. apply map_ext. intros [[j p] [v b]]. unfold t_right_arc. run. cbn [plain right_arc plain_place plain_literal fst snd].
  rewrite !t_name_value. destruct b; reflexivity.
Qed.

Lemma t_threshold_value n f k :
  N.to_nat (value (t_threshold n f k)) = 2 + 2 * (n + full (plain_formula f)) + N.to_nat k.
Proof.
  unfold t_threshold. run. rewrite !t_count_twice_value, !t_succ_value, t_filter_value.
  assert (L : length (value (t_seq 0 n)) = n) by (rewrite <- (map_length N.to_nat), t_seq_0; apply seq_length).
  rewrite L. unfold full, plain_formula.
  rewrite (filter_map_length (map plain_literal) is_full (fun c => value (t_is_full c))) by (intros [|] _; reflexivity). lia.
Qed.

(** The plain construction, on the nose. *)
Theorem max_sat_value n f k :
  let '(A, B, s) := value (t_max_sat n f k) in
  map plain A = left n (plain_formula f) /\ map plain B = right n (plain_formula f)
  /\ N.to_nat s = 2 + 2 * (n + full (plain_formula f)) + N.to_nat k.
Proof.
  unfold t_max_sat. run. split; [apply t_left_value | split; [apply t_right_value | apply t_threshold_value]].
Qed.

(** *** The steps

    All numbers have at most [d] bits; [m] is as large as every count. *)

Lemma numbered_snd {T} (l : list T) : forall i, map snd (value (t_numbered i l)) = l.
Proof. induction l as [|x l IH]; intros i; cbn [t_numbered]; run; [reflexivity|]. cbn [map snd]. rewrite IH. reflexivity. Qed.

Lemma numbered_count {T} (l : list T) i : length (value (t_numbered i l)) = length l.
Proof. rewrite <- (map_length snd), numbered_snd. reflexivity. Qed.

Lemma seq_count n i : length (value (t_seq i n)) = n.
Proof. rewrite <- (map_length N.to_nat), t_seq_value. apply seq_length. Qed.

Lemma literals_count f : length (value (t_literals f)) = length (literals (plain_formula f)).
Proof. rewrite <- t_literals_value. symmetry. apply map_length. Qed.

Lemma scale x c K q : c <= K * q -> x * c <= K * (x * q).
Proof. intros H. rewrite Nat.mul_assoc, (Nat.mul_comm K x), <- Nat.mul_assoc. apply Nat.mul_le_mono_l, H. Qed.

Lemma sum_same {T} c (l : list T) : list_sum (map (fun _ => c) l) = length l * c.
Proof. unfold list_sum. induction l as [|x l IH]; [reflexivity|]. cbn [map fold_right length]. rewrite IH. lia. Qed.

Lemma t_star_graph_steps nodes arcs : steps (t_star_graph nodes arcs) <= 6 * length nodes + 8.
Proof.
  unfold t_star_graph. run. rewrite !t_app_steps, !t_map_value, !map_length.
  assert (K1 := t_map_steps t_own nodes 1 ltac:(intros x _; apply le_n)).
  assert (K2 := t_map_steps t_star nodes 1 ltac:(intros x _; apply le_n)). simpl length. lia.
Qed.

Section MaxSatSteps.

Variables (n : nat) (f : binary_formula) (d m : nat).
Hypothesis d_3 : 3 <= d.
Hypothesis m_bits : bits m <= d.
Hypothesis n_m : n <= m.
Hypothesis f_m : length f <= m.
Hypothesis clause_m : forall c, In c f -> length c <= m.
Hypothesis literal_d : forall j p v b, In (j, p, (v, b)) (literals (plain_formula f)) -> bits j <= d /\ bits p <= d /\ bits v <= d.

Let q := d * d.
Let L := length (literals (plain_formula f)).

Lemma d_q : 3 * d <= q /\ 9 <= q.
Proof. unfold q. split; [apply Nat.mul_le_mono_r, d_3|]. apply (Nat.mul_le_mono 3 d 3 d); assumption. Qed.

Lemma small x : N.to_nat x <= 7 -> digits x <= d.
Proof. intros H. unfold digits. rewrite (bits_mono _ _ H). exact d_3. Qed.

Lemma in_places t : In t (value (t_literals f)) -> let '(j, p, l) := t in digits j <= d /\ digits p <= d /\ digits (fst l) <= d.
Proof.
  destruct t as [[j p] [v b]]. intros H. apply (in_map plain_place) in H. rewrite t_literals_value in H.
  exact (literal_d _ _ _ _ H).
Qed.

Lemma in_seq_digits x l : l <= m -> In x (value (t_seq 0 l)) -> digits x <= d.
Proof.
  intros Hl H. apply (in_map N.to_nat) in H. rewrite t_seq_0 in H. apply in_seq in H.
  apply (digits_below x m d); [lia | exact m_bits].
Qed.

Lemma t_literals_steps : steps (t_literals f) <= length f * (d + 7) + L * (d + 5) + 3.
Proof.
  unfold t_literals. run. assert (K1 := t_numbered_steps m d f 0 ltac:(simpl; exact f_m) m_bits).
  assert (K2 := t_flat_map_steps t_clause_literals (fun jc => length (snd jc) * (d + 5) + 5) (value (t_numbered 0 f))).
  assert (E : list_sum (map (fun jc : N * list binary_literal => length (snd jc) * (d + 5) + 5) (value (t_numbered 0 f)))
    = L * (d + 5) + 5 * length f).
  { rewrite <- (map_map snd (fun c => length c * (d + 5) + 5)), numbered_snd. unfold L. rewrite literals_length.
    unfold plain_formula. rewrite map_map.
    clear. induction f as [|c r IH]; [reflexivity|]. cbn [map]. change (list_sum (?x :: ?l)) with (x + list_sum l).
    rewrite map_length. cbn [length]. cbn [list_sum fold_right] in *. unfold list_sum in *. cbn [fold_right]. rewrite IH. lia. }
  rewrite E in K2. clear E. assert (K3 : steps (t_flat_map t_clause_literals (value (t_numbered 0 f))) <= L * (d + 5) + 5 * length f + 1).
  { apply K2. intros [j c] H. apply (in_map snd) in H. rewrite numbered_snd in H. cbn [snd] in *.
    unfold t_clause_literals. cbn [fst snd]. run. rewrite t_map_value, map_length, numbered_count.
    assert (K4 := t_numbered_steps m d c 0 ltac:(simpl; apply clause_m, H) m_bits).
    assert (K5 := t_map_steps (fun pl : N * binary_literal => done (j, fst pl, snd pl)) (value (t_numbered 0 c)) 1
      ltac:(intros x _; apply le_n)). rewrite numbered_count in K5. lia. }
  lia.
Qed.

Lemma t_same_steps kind x : N.to_nat kind <= 4 -> digits x <= d -> steps (t_same kind x) <= 80 * q + 1.
Proof.
  intros Hk Hx. unfold t_same. run. assert (K := t_name_steps kind x 0 d d_3 ltac:(apply small; lia) Hx ltac:(apply small; simpl; lia)).
  unfold q. lia.
Qed.

Lemma t_left_nodes_steps : steps (t_left_nodes n f) <= 83 * (n * q) + 83 * (length f * q) + q /\
  length (value (t_left_nodes n f)) = n + length f.
Proof.
  destruct d_q as [Q1 Q2]. split.
  - unfold t_left_nodes. run. rewrite t_app_steps, t_length_steps, !t_length_value, t_map_value, map_length, seq_count.
    assert (K1 := t_seq_steps m d n 0 ltac:(simpl; exact n_m) m_bits).
    assert (K2 := t_seq_steps m d (length f) 0 ltac:(simpl; exact f_m) m_bits).
    assert (K3 := t_map_steps (t_same 0) (value (t_seq 0 n)) (80 * q + 1)
      ltac:(intros x Hx; apply t_same_steps; [simpl; lia | apply (in_seq_digits x n); [exact n_m | exact Hx]])).
    assert (K4 := t_map_steps (t_same 1) (value (t_seq 0 (length f))) (80 * q + 1)
      ltac:(intros x Hx; apply t_same_steps; [simpl; lia | apply (in_seq_digits x (length f)); [exact f_m | exact Hx]])).
    rewrite seq_count in K3, K4.
    assert (P1 := scale n (80 * q + 1 + 1 + (d + 2) + 1) 83 q ltac:(lia)).
    assert (P2 := scale (length f) (80 * q + 1 + 1 + (d + 2) + 1) 83 q ltac:(lia)). lia.
  - unfold t_left_nodes. run. rewrite t_app_value, app_length, !t_map_value, !map_length, t_length_value, !seq_count. reflexivity.
Qed.

Lemma t_left_steps : steps (t_left n f) <= 125 * ((n + length f + 2 * L + 1) * q).
Proof.
  destruct d_q as [Q1 Q2]. unfold t_left. run. destruct t_left_nodes_steps as [K1 E1]. assert (K2 := t_literals_steps).
  assert (K3 := t_map_steps t_left_arc (value (t_literals f)) (240 * q + 1)). rewrite literals_count in K3. fold L in K3.
  assert (K4 := t_star_graph_steps (value (t_left_nodes n f)) (value (t_map t_left_arc (value (t_literals f))))). rewrite E1 in K4.
  assert (K3' : steps (t_map t_left_arc (value (t_literals f))) <= L * (240 * q + 1 + 1) + 1).
  { apply K3. intros [[j p] l] H. apply in_places in H. destruct H as (Hj & Hp & Hl). unfold t_left_arc. run.
    assert (S1 := t_name_steps 4 j p d d_3 ltac:(apply small; simpl; lia) Hj Hp).
    assert (S2 := t_name_steps 1 j 0 d d_3 ltac:(apply small; simpl; lia) Hj ltac:(apply small; simpl; lia)).
    assert (S3 := t_name_steps 0 (fst l) 0 d d_3 ltac:(apply small; simpl; lia) Hl ltac:(apply small; simpl; lia)).
    unfold q. lia. }
  assert (P1 := scale n 6 1 q ltac:(lia)). assert (P2 := scale (length f) (d + 7 + 6) 3 q ltac:(lia)).
  assert (P3 := scale L (d + 5 + (240 * q + 1 + 1)) 242 q ltac:(lia)). rewrite !Nat.mul_add_distr_r. lia.
Qed.

Lemma t_right_nodes_steps : steps (t_right_nodes n (value (t_literals f))) <= 243 * (n * q) + 161 * (L * q) + q /\
  length (value (t_right_nodes n (value (t_literals f)))) = 2 * n + L.
Proof.
  destruct d_q as [Q1 Q2].
  assert (E : length (value (t_flat_map t_two_values (value (t_seq 0 n)))) = 2 * n).
  { rewrite t_flat_map_value. rewrite <- (seq_count n 0) at 2. generalize (value (t_seq 0 n)).
    induction l as [|x l IH]; [reflexivity|]. cbn [flat_map length]. rewrite app_length, IH.
    unfold t_two_values. run. simpl. lia. }
  split.
  - unfold t_right_nodes. run. rewrite t_app_steps, E.
    assert (K1 := t_seq_steps m d n 0 ltac:(simpl; exact n_m) m_bits).
    assert (K2 := t_flat_map_steps t_two_values (fun _ => 240 * q + 5) (value (t_seq 0 n))).
    assert (K3 := t_map_steps t_place_node (value (t_literals f)) (160 * q + 1)). rewrite literals_count in K3. fold L in K3.
    assert (K2' : steps (t_flat_map t_two_values (value (t_seq 0 n))) <= n * (240 * q + 5) + 1).
    { eapply Nat.le_trans; [apply K2|].
      - intros x Hx. apply in_seq_digits in Hx; [|exact n_m]. unfold t_two_values. run. simpl length.
        assert (S1 := t_name_steps 2 x 1 d d_3 ltac:(apply small; simpl; lia) Hx ltac:(apply small; simpl; lia)).
        assert (S2 := t_name_steps 2 x 0 d d_3 ltac:(apply small; simpl; lia) Hx ltac:(apply small; simpl; lia)).
        assert (S3 := t_name_steps 0 x 0 d d_3 ltac:(apply small; simpl; lia) Hx ltac:(apply small; simpl; lia)). unfold q. lia.
      - rewrite sum_same, seq_count. apply le_n. }
    assert (K3' : steps (t_map t_place_node (value (t_literals f))) <= L * (160 * q + 1 + 1) + 1).
    { apply K3. intros [[j p] l] H. apply in_places in H. destruct H as (Hj & Hp & Hl). unfold t_place_node. run.
      assert (S1 := t_name_steps 3 j p d d_3 ltac:(apply small; simpl; lia) Hj Hp).
      assert (S2 := t_name_steps 1 j 0 d d_3 ltac:(apply small; simpl; lia) Hj ltac:(apply small; simpl; lia)). unfold q. lia. }
    assert (P1 := scale n (240 * q + 5 + (d + 2) + 2) 243 q ltac:(lia)). assert (P2 := scale L (160 * q + 1 + 1) 161 q ltac:(lia)). lia.
  - unfold t_right_nodes. run. rewrite t_app_value, app_length, E, t_map_value, map_length, literals_count. reflexivity.
Qed.

Lemma t_right_steps : steps (t_right n f) <= 245 * ((n + length f + 2 * L + 1) * q).
Proof.
  destruct d_q as [Q1 Q2]. unfold t_right. run. destruct t_right_nodes_steps as [K1 E1]. assert (K2 := t_literals_steps).
  assert (K3 := t_map_steps t_right_arc (value (t_literals f)) (240 * q + 1)). rewrite literals_count in K3. fold L in K3.
  assert (K4 := t_star_graph_steps (value (t_right_nodes n (value (t_literals f)))) (value (t_map t_right_arc (value (t_literals f))))).
  rewrite E1 in K4.
  assert (K3' : steps (t_map t_right_arc (value (t_literals f))) <= L * (240 * q + 1 + 1) + 1).
  { apply K3. intros [[j p] l] H. apply in_places in H. destruct H as (Hj & Hp & Hl). unfold t_right_arc. run.
    assert (S1 := t_name_steps 4 j p d d_3 ltac:(apply small; simpl; lia) Hj Hp).
    assert (S2 := t_name_steps 3 j p d d_3 ltac:(apply small; simpl; lia) Hj Hp).
    assert (S3 := t_name_steps 2 (fst l) (if snd l then 1 else 0)%N d d_3 ltac:(apply small; simpl; lia) Hl
      ltac:(apply small; destruct (snd l); simpl; lia)). unfold q. lia. }
  assert (P1 := scale n 12 2 q ltac:(lia)). assert (P2 := scale (length f) (d + 7) 2 q ltac:(lia)).
  assert (P3 := scale L (d + 5 + (240 * q + 1 + 1) + 6) 243 q ltac:(lia)). rewrite !Nat.mul_add_distr_r. lia.
Qed.

Lemma t_threshold_steps k : N.to_nat k + 2 + 2 * (n + length f) <= m ->
  steps (t_threshold n f k) <= 5 * ((n + length f + 2 * L + 1) * q).
Proof.
  intros Hk. destruct d_q as [Q1 Q2]. unfold t_threshold. run.
  assert (S1 := t_succ_steps k). assert (D1 := digits_below k m d ltac:(lia) m_bits). set (a := value (t_succ k)).
  assert (Ea : N.to_nat a = S (N.to_nat k)) by apply t_succ_value.
  assert (S2 := t_succ_steps a). assert (D2 := digits_below a m d ltac:(lia) m_bits). set (b := value (t_succ a)).
  assert (Eb : N.to_nat b = S (S (N.to_nat k))) by (unfold b; rewrite t_succ_value; lia).
  assert (K1 := t_seq_steps m d n 0 ltac:(simpl; exact n_m) m_bits). set (vs := value (t_seq 0 n)).
  assert (V : length vs = n) by apply seq_count.
  assert (K2 := t_count_twice_steps m d vs b ltac:(lia) m_bits). set (c := value (t_count_twice vs b)).
  assert (Ec : N.to_nat c = 2 * n + S (S (N.to_nat k))) by (unfold c; rewrite t_count_twice_value; lia).
  assert (K3 := t_filter_steps t_is_full f 1 ltac:(intros [|] _; apply le_n)). set (g := value (t_filter t_is_full f)).
  assert (G : length g <= length f) by (unfold g; rewrite t_filter_value; apply filter_le).
  assert (K4 := t_count_twice_steps m d g c ltac:(lia) m_bits). rewrite V in K2.
  assert (P1 := scale n (d + 2 + (2 * d + 3)) 2 q ltac:(lia)). assert (P2 := scale (length f) (2 * d + 3 + 2) 2 q ltac:(lia)).
  assert (G' := Nat.mul_le_mono_r _ _ (2 * d + 3) G). rewrite !Nat.mul_add_distr_r. lia.
Qed.

(** Three parts, and one step for the triple of them. *)
Lemma t_max_sat_steps k : N.to_nat k + 2 + 2 * (n + length f) <= m ->
  steps (t_max_sat n f k) <= 376 * ((1 + formula_bits n (plain_formula f)) * q).
Proof.
  intros Hk. unfold t_max_sat. run. assert (K1 := t_left_steps). assert (K2 := t_right_steps). assert (K3 := t_threshold_steps k Hk).
  assert (C := clauses_count (plain_formula f)). fold L in C. unfold plain_formula at 1 in C. rewrite map_length in C.
  assert (S := Nat.mul_le_mono_r (n + length f + 2 * L + 1) (1 + formula_bits n (plain_formula f)) q).
  specialize (S ltac:(unfold formula_bits; lia)). destruct d_q as [Q1 Q2].
  assert (One := Nat.mul_le_mono_r 1 (1 + formula_bits n (plain_formula f)) q ltac:(lia)). lia.
Qed.

End MaxSatSteps.

Lemma clause_length f c : In c f -> length c <= clauses_bits f.
Proof.
  intros H. assert (K := in_sum clause_bits f c H). fold (clauses_bits f) in K. unfold clause_bits in K.
  assert (L := sum_at_least literal_bits 1 c ltac:(intros x _; unfold literal_bits; lia)). lia.
Qed.

Lemma plain_clause_length f c : In c f -> length c <= clauses_bits (plain_formula f).
Proof.
  intros H. rewrite <- (map_length plain_literal). apply clause_length. unfold plain_formula. apply in_map, H.
Qed.

(** The polynomial of the theorem, of the input's bits. *)
Definition max_sat_polynomial (b : nat) : nat := 376 * (3 + b) ^ 3.

Theorem max_sat_steps n f k :
  steps (t_max_sat n f k) <= max_sat_polynomial (formula_bits n (plain_formula f) + bits (N.to_nat k)).
Proof.
  set (b := formula_bits n (plain_formula f) + bits (N.to_nat k)). unfold max_sat_polynomial.
  assert (Pk := bits_pos (N.to_nat k)). assert (C := clauses_count (plain_formula f)). unfold plain_formula at 1 in C. rewrite map_length in C.
  assert (M : bits (N.to_nat k + (2 + 2 * formula_bits n (plain_formula f))) <= 3 + b).
  { replace (3 + b) with (2 + b + 1) by lia. apply bits_sum; [unfold b; lia|].
    replace (2 + 2 * formula_bits n (plain_formula f)) with (2 * (1 + formula_bits n (plain_formula f))) by lia.
    assert (K := bits_mul 2 (1 + formula_bits n (plain_formula f))). change (bits 2) with 2 in K.
    assert (K2 := bits_le_S (formula_bits n (plain_formula f))). assert (K3 := bits_S (formula_bits n (plain_formula f))).
    change (1 + formula_bits n (plain_formula f)) with (S (formula_bits n (plain_formula f))) in *. unfold b.
    unfold bits in *. rewrite Nat.log2_double by lia.
    assert (K4 := Nat.log2_lt_lin (S (formula_bits n (plain_formula f))) ltac:(lia)). lia. }
  assert (K := t_max_sat_steps n f (3 + b) (N.to_nat k + (2 + 2 * formula_bits n (plain_formula f)))).
  eapply Nat.le_trans; [apply K; clear K|].
  - lia.
  - exact M.
  - unfold formula_bits. lia.
  - unfold formula_bits. lia.
  - intros c Hc. apply plain_clause_length in Hc. unfold formula_bits. lia.
  - intros j p v s H. apply literal_narrow in H. unfold b, formula_bits. lia.
  - unfold formula_bits. lia.
  - replace ((3 + b) ^ 3) with ((3 + b) * ((3 + b) * (3 + b))) by (simpl; lia).
    apply Nat.mul_le_mono_l, Nat.mul_le_mono_r. unfold b. lia.
Qed.

(** Where the variables of the clauses are among the n, all numbers are short: nearly linear. *)
Theorem max_sat_steps_cnf n f k :
  cnf n (plain_formula f) ->
  let b := formula_bits n (plain_formula f) in
  steps (t_max_sat n f k) <= 376 * ((1 + b) * (3 + bits (b + N.to_nat k)) ^ 2).
Proof.
  intros W b. set (d := 3 + bits (b + N.to_nat k)). assert (C := clauses_count (plain_formula f)).
  assert (E : length (plain_formula f) = length f) by apply map_length. rewrite E in C.
  assert (Mono : forall x, x <= b -> bits x <= d) by (intros x Hx; assert (K := bits_mono x (b + N.to_nat k) ltac:(lia)); unfold d; lia).
  rewrite Nat.pow_2_r.
  apply (t_max_sat_steps n f d (N.to_nat k + (2 + 2 * b))).
  - unfold d. assert (K := bits_pos (b + N.to_nat k)). lia.
  - rewrite (bits_mono _ (2 * (1 + b + N.to_nat k))) by lia. assert (K := bits_S (b + N.to_nat k)).
    change (1 + b + N.to_nat k) with (S (b + N.to_nat k)). unfold d. unfold bits in *. rewrite Nat.log2_double by lia. lia.
  - unfold b, formula_bits. lia.
  - unfold b, formula_bits. lia.
  - intros c Hc. apply plain_clause_length in Hc. unfold b, formula_bits. lia.
  - intros j p v s H. assert (V := literals_wf _ _ _ _ _ _ W H). apply in_literals in H. destruct H as (c & Hc & Hl).
    assert (Lp : p < length c) by (apply nth_error_Some; congruence). apply nth_error_In in Hc. apply clause_length in Hc.
    repeat split; apply Mono; unfold b, formula_bits; lia.
  - unfold b, formula_bits. lia.
Qed.

(** ** Encoded graphs *)

Definition t_arc (e : N * N) : counted binary_triple :=
  let* a := t_succ (fst e) in let* b := t_succ (snd e) in done (BRel 1 a b).

Definition t_enc (n : nat) (E : list (N * N)) : counted (list binary_triple) :=
  let* vs := t_seq 1 n in
  let* os := t_map (fun v => done (BInst v 1)) vs in let* ms := t_map (fun v => done (BRel 0 0 v)) vs in
  let* as_ := t_map t_arc E in
  let* r := t_app ms as_ in let* s := t_app os r in let* t := t_app binary_roots s in done t.

Definition t_both (E : list (N * N)) : counted (list (N * N)) :=
  let* ws := t_map (fun e => done (snd e, fst e)) E in let* r := t_app E ws in done r.

(** SUBGRAPH ISOMORPHISM to SMATCH *)
Definition t_subgraph (nH : nat) (EH : list (N * N)) (nG : nat) (EG : list (N * N)) : counted (list binary_triple * list binary_triple * N) :=
  let* A := t_enc nH EH in let* w := t_both EG in let* B := t_enc nG w in let* s := t_count A 0 in done (A, B, s).

(** *** The values *)

Definition plain_edges (E : list (N * N)) : list (nat * nat) := map plain_node E.

Lemma t_enc_value n E : map plain (value (t_enc n E)) = enc n (plain_edges E).
Proof.
  assert (Vs : forall g : nat -> triple, map (fun v => g (N.to_nat v)) (value (t_seq 1 n)) = map (fun i => g (S i)) (seq 0 n)).
  { intros g. rewrite <- (map_map N.to_nat g), t_seq_value. change (N.to_nat 1) with 1. rewrite <- seq_shift, map_map. reflexivity. }
  unfold t_enc, enc, base, plain_edges. run. rewrite !t_app_value, !t_map_value, !map_app, !map_map.
  unfold binary_roots. cbn [map plain List.app]. do 2 f_equal.
  etransitivity; [|apply app_assoc]. f_equal; [apply (Vs (fun v => Inst v 1))|]. f_equal; [apply (Vs (fun v => Rel 0 0 v))|].
  apply map_ext. intros [a b]. unfold t_arc. run. unfold arc. cbn [plain plain_node fst snd]. rewrite !t_succ_value. reflexivity.
Qed.

Lemma t_both_value E : plain_edges (value (t_both E)) = both (plain_edges E).
Proof.
  unfold t_both, both, plain_edges. run. rewrite t_app_value, t_map_value, map_app, !map_map. reflexivity.
Qed.

Lemma plain_edges_length E : length (plain_edges E) = length E.
Proof. apply map_length. Qed.

Theorem subgraph_value nH EH nG EG :
  let '(A, B, s) := value (t_subgraph nH EH nG EG) in
  map plain A = enc nH (plain_edges EH) /\ map plain B = enc nG (both (plain_edges EG))
  /\ N.to_nat s = length (enc nH (plain_edges EH)).
Proof.
  unfold t_subgraph. run. split; [apply t_enc_value | split; [rewrite t_enc_value, t_both_value; reflexivity|]].
  rewrite t_count_value, <- t_enc_value, map_length. simpl. lia.
Qed.

(** *** The steps *)

Lemma t_both_steps E : steps (t_both E) <= 3 * length E + 3.
Proof.
  unfold t_both. run. rewrite t_app_steps.
  assert (K := t_map_steps (fun e : N * N => done (snd e, fst e)) E 1 ltac:(intros x _; apply le_n)). lia.
Qed.

Lemma t_enc_steps n E d : bits (S n) <= d -> (forall e, In e E -> digits (fst e) <= d /\ digits (snd e) <= d) ->
  steps (t_enc n E) <= (n + length E + 1) * (2 * d + 15).
Proof.
  intros Hn HE. unfold t_enc. run. rewrite !t_app_steps, t_map_value, map_length, seq_count.
  assert (K1 := t_seq_steps (S n) d n 1 ltac:(simpl; lia) Hn).
  assert (K2 := t_map_steps (fun v => done (BInst v 1)) (value (t_seq 1 n)) 1 ltac:(intros x _; apply le_n)).
  assert (K3 := t_map_steps (fun v => done (BRel 0 0 v)) (value (t_seq 1 n)) 1 ltac:(intros x _; apply le_n)).
  assert (K4 := t_map_steps t_arc E (2 * d + 3)). rewrite seq_count in K2, K3.
  assert (K4' : steps (t_map t_arc E) <= length E * (2 * d + 3 + 1) + 1).
  { apply K4. intros e He. destruct (HE e He) as [Ha Hb]. unfold t_arc. run.
    assert (S1 := t_succ_steps (fst e)). assert (S2 := t_succ_steps (snd e)). lia. }
  rewrite t_map_value, map_length, seq_count. simpl length. lia.
Qed.

Definition subgraph_polynomial (b : nat) : nat := 20 * (2 + b) ^ 2.

Lemma edge_digits E e : In e E -> digits (fst e) + digits (snd e) < edges_bits (plain_edges E).
Proof. intros H. apply (in_map plain_node) in H. exact (edge_narrow _ _ _ H). Qed.

(** With numbers of at most [d] bits. *)
Lemma t_subgraph_steps nH EH nG EG d :
  bits (S nH) <= d -> bits (S nG) <= d -> bits (2 * nH + 2 + length EH) <= d ->
  (forall e, In e EH -> digits (fst e) <= d /\ digits (snd e) <= d) ->
  (forall e, In e EG -> digits (fst e) <= d /\ digits (snd e) <= d) ->
  steps (t_subgraph nH EH nG EG)
    <= (nH + length EH + nG + 2 * length EG + 2) * (2 * d + 15) + 3 * length EG + (2 * nH + 2 + length EH) * (d + 2) + 5.
Proof.
  intros Bh Bg Ba DH DG. unfold t_subgraph. run. set (w := value (t_both EG)). set (A := value (t_enc nH EH)).
  assert (Lw : length w = 2 * length EG).
  { rewrite <- plain_edges_length. unfold w. rewrite t_both_value, both_length, plain_edges_length. reflexivity. }
  assert (LA : length A = 2 * nH + 2 + length EH).
  { unfold A. rewrite <- (map_length plain), t_enc_value, enc_length, plain_edges_length. reflexivity. }
  assert (K1 := t_enc_steps nH EH d Bh DH). assert (K2 := t_both_steps EG).
  assert (K3 := t_enc_steps nG w d Bg). rewrite <- LA in Ba. assert (K4 := t_count_steps (length A) d A 0 ltac:(simpl; lia) Ba).
  assert (Dw : forall e, In e w -> digits (fst e) <= d /\ digits (snd e) <= d).
  { intros e. unfold w, t_both. run. rewrite t_app_value, t_map_value, in_app_iff, in_map_iff.
    intros [H|([a b] & <- & H)]; apply DG in H; unfold value, done; cbn [fst snd] in *; tauto. }
  specialize (K3 Dw). rewrite Lw in K3. rewrite LA in K4. lia.
Qed.

Theorem subgraph_steps nH EH nG EG :
  steps (t_subgraph nH EH nG EG)
    <= subgraph_polynomial (graph_bits nH (plain_edges EH) + graph_bits nG (plain_edges EG)).
Proof.
  unfold subgraph_polynomial. set (b := graph_bits nH (plain_edges EH) + graph_bits nG (plain_edges EG)).
  assert (LH := edges_count (plain_edges EH)). assert (LG := edges_count (plain_edges EG)). rewrite plain_edges_length in LH, LG.
  assert (BH := bits_le_S (S nH)). assert (BG := bits_le_S (S nG)). assert (BA := bits_le_S (2 * nH + 2 + length EH)).
  assert (Kb : b = nH + edges_bits (plain_edges EH) + (nG + edges_bits (plain_edges EG))) by reflexivity.
  assert (K := t_subgraph_steps nH EH nG EG (3 + 2 * b)).
  eapply Nat.le_trans; [apply K; clear K; try lia; intros e He; apply edge_digits in He; lia|]. clearbody b.
  assert (P1 := Nat.mul_le_mono_r (nH + length EH + nG + 2 * length EG + 2) (2 + b) (2 * (3 + 2 * b) + 15) ltac:(lia)).
  assert (P2 := Nat.mul_le_mono_r (2 * nH + 2 + length EH) (2 * (2 + b)) (3 + 2 * b + 2) ltac:(lia)).
  assert (Q := Nat.mul_le_mono_r 2 (2 + b) (2 + b) ltac:(lia)). rewrite Nat.pow_2_r. lia.
Qed.

(** ** SAT to CLIQUE to SUBGRAPH ISOMORPHISM to SMATCH *)

(** All couples of a list, the earlier member first; [seen] comes before [rest]. *)
Fixpoint earlier {T} (seen rest : list T) : list (T * T) :=
  match rest with
  | [] => []
  | b :: r => map (fun a => (a, b)) seen ++ earlier (seen ++ [b]) r
  end.

Fixpoint t_earlier {T} (seen rest : list T) : counted (list (T * T)) :=
  match rest with
  | [] => done []
  | b :: r =>
      let* ps := t_map (fun a => done (a, b)) seen in let* s := t_app seen [b] in
      let* qs := t_earlier s r in let* t := t_app ps qs in done t
  end.

Definition t_complete (k : nat) : counted (list (N * N)) :=
  let* vs := t_seq 0 k in let* r := t_earlier [] vs in done r.

(** Two literals with their numbers. *)
Definition t_agree (e : (N * binary_place) * (N * binary_place)) : counted bool :=
  let '((_, (j, _, l)), (_, (j', _, l'))) := e in
  let* same := t_eqb j j' in
  if same then done false
  else let* x := t_eqb (fst l) (fst l') in done (negb (x && negb (eqb (snd l) (snd l')))).

(** A CLIQUE instance: the size, the number of vertices, both as marks, and the edges. *)
Definition t_sat_clique (f : binary_formula) : counted (nat * nat * list (N * N)) :=
  let* ls := t_literals f in let* xs := t_numbered 0 ls in let* ps := t_earlier [] xs in
  let* es := t_filter t_agree ps in let* E := t_map (fun e => done (fst (fst e), fst (snd e))) es in
  let* k := t_length f in let* n := t_length ls in done (k, n, E).

Definition t_clique (k n : nat) (E : list (N * N)) : counted (list binary_triple * list binary_triple * N) :=
  let* C := t_complete k in let* r := t_subgraph k C n E in done r.

Definition t_chain (f : binary_formula) : counted (list binary_triple * list binary_triple * N) :=
  let* g := t_sat_clique f in let* r := t_clique (fst (fst g)) (snd (fst g)) (snd g) in done r.

(** *** The values *)

Lemma t_earlier_value {T} (rest : list T) : forall seen, value (t_earlier seen rest) = earlier seen rest.
Proof.
  induction rest as [|b r IH]; intros seen; cbn [t_earlier earlier]; run; [reflexivity|].
  rewrite t_app_value, IH, t_map_value, t_app_value. reflexivity.
Qed.

Lemma earlier_map {T V} (g : T -> V) (rest : list T) : forall seen,
  earlier (map g seen) (map g rest) = map (fun e => (g (fst e), g (snd e))) (earlier seen rest).
Proof.
  induction rest as [|b r IH]; intros seen; [reflexivity|]. cbn [earlier map]. rewrite map_app, !map_map. f_equal.
  change [g b] with (map g [b]). rewrite <- map_app. apply IH.
Qed.

Lemma in_earlier {T} (rest : list T) : forall seen a b,
  In (a, b) (earlier seen rest) -> In a (seen ++ rest) /\ In b (seen ++ rest).
Proof.
  induction rest as [|c r IH]; intros seen a b; [intros []|]. cbn [earlier]. rewrite in_app_iff. intros [H|H].
  - apply in_map_iff in H. destruct H as (x & E & H). injection E as -> ->. rewrite !in_app_iff. simpl. auto.
  - apply IH in H. rewrite <- app_assoc in H. exact H.
Qed.

Lemma earlier_length {T} (rest : list T) : forall seen,
  length (earlier seen rest) <= length rest * (length seen + length rest).
Proof.
  induction rest as [|b r IH]; intros seen; [apply le_n|]. cbn [earlier length]. rewrite app_length, map_length.
  assert (K := IH (seen ++ [b])). rewrite app_length in K. simpl length in K. nia.
Qed.

Lemma complete_earlier k : complete k = earlier [] (seq 0 k).
Proof.
  enough (G : forall j s, earlier (seq 0 s) (seq s j) = flat_map (fun j => map (fun i => (i, j)) (seq 0 j)) (seq s j))
    by (symmetry; apply (G k 0)).
  induction j as [|j IH]; intros s; [reflexivity|]. cbn [seq earlier flat_map]. f_equal. rewrite <- IH, seq_S. reflexivity.
Qed.

Lemma t_complete_value k : plain_edges (value (t_complete k)) = complete k.
Proof. unfold t_complete. run. rewrite t_earlier_value, complete_earlier, <- (t_seq_0 k). symmetry. apply (earlier_map N.to_nat _ []). Qed.

Lemma filter_map_swap {T V} (f : V -> bool) (g : T -> V) l : filter f (map g l) = map g (filter (fun x => f (g x)) l).
Proof. induction l as [|x l IH]; [reflexivity|]. cbn [map filter]. rewrite IH. destruct (f (g x)); reflexivity. Qed.

Lemma t_agree_value f x y :
  In (N.to_nat (fst x), plain_place (snd x)) (numbered (literals f)) ->
  In (N.to_nat (fst y), plain_place (snd y)) (numbered (literals f)) ->
  value (t_agree (x, y)) = agree f (N.to_nat (fst x), N.to_nat (fst y)).
Proof.
  destruct x as [i [[j p] [v s]]], y as [i' [[j' p'] [v' s']]]. cbn [fst snd]. intros H H'. apply in_numbered in H, H'.
  unfold agree, clause_of, literal_of, vertex. cbn [fst snd].
  rewrite (nth_error_nth _ _ no_literal H), (nth_error_nth _ _ no_literal H').
  unfold t_agree, contradict, plain_place, plain_literal. run. rewrite t_eqb_value. cbn [fst snd].
  destruct (Nat.eqb (N.to_nat j) (N.to_nat j')); [reflexivity|]. run. rewrite t_eqb_value. reflexivity.
Qed.

Lemma t_sat_clique_value f :
  let '(k, n, E) := value (t_sat_clique f) in
  k = length (plain_formula f) /\ n = length (literals (plain_formula f)) /\ plain_edges E = literal_edges (plain_formula f).
Proof.
  unfold t_sat_clique. run. rewrite !t_length_value, literals_count.
  split; [symmetry; apply map_length | split; [reflexivity|]].
  set (xs := value (t_numbered 0 (value (t_literals f)))).
  set (h := fun x : N * binary_place => (N.to_nat (fst x), plain_place (snd x))).
  assert (Hx : map h xs = numbered (literals (plain_formula f))).
  { rewrite <- t_literals_value. unfold numbered. rewrite map_length. change (seq 0) with (seq (N.to_nat 0)).
    rewrite <- (map_id (seq _ _)) at 1.
    assert (K := t_numbered_value (value (t_literals f)) 0). fold xs in K.
    transitivity (map (fun x => (fst x, plain_place (snd x))) (plain_numbered xs)); [unfold plain_numbered; rewrite map_map; reflexivity|].
    rewrite K, map_id. generalize (seq (N.to_nat 0) (length (value (t_literals f)))). generalize (value (t_literals f)).
    induction l as [|x l IH]; intros [|i r]; try reflexivity. cbn [combine map fst snd]. rewrite IH. reflexivity. }
  unfold plain_edges, literal_edges. rewrite t_map_value, t_filter_value, t_earlier_value, map_map.
  rewrite complete_earlier, <- map_fst_numbered, <- Hx, map_map.
  change (@nil nat) with (map (fun x => fst (h x)) []). rewrite earlier_map, filter_map_swap.
  rewrite (filter_ext_in (fun e => value (t_agree e)) (fun e => agree (plain_formula f) (fst (h (fst e)), fst (h (snd e))))).
  - reflexivity.
  - intros [x y] H. apply in_earlier in H. destruct H as [Kx Ky]. apply t_agree_value; rewrite <- Hx; [exact (in_map h _ _ Kx) | exact (in_map h _ _ Ky)].
Qed.

Theorem chain_value f :
  let '(A, B, s) := value (t_chain f) in
  map plain A = chain_left (plain_formula f) /\ map plain B = chain_right (plain_formula f)
  /\ N.to_nat s = length (chain_left (plain_formula f)).
Proof.
  unfold t_chain, t_clique. run. assert (K := t_sat_clique_value f).
  destruct (value (t_sat_clique f)) as [[k n] E]. destruct K as (-> & -> & KE). cbn [fst snd]. run.
  set (C := value (t_complete (length (plain_formula f)))).
  assert (S := subgraph_value (length (plain_formula f)) C (length (literals (plain_formula f))) E).
  destruct (value (t_subgraph _ C _ E)) as [[A B] s].
  unfold C in S. rewrite t_complete_value, KE in S. exact S.
Qed.

(** *** The steps *)

Lemma t_earlier_steps {T} l (rest : list T) : forall seen,
  length seen + length rest <= l -> steps (t_earlier seen rest) <= length rest * (4 * l + 4) + 1.
Proof.
  induction rest as [|b r IH]; intros seen H; cbn [t_earlier length] in *; run; [lia|].
  rewrite !t_app_steps, !t_app_value, t_map_value, map_length.
  assert (K := t_map_steps (fun a => done (a, b)) seen 1 ltac:(intros x _; apply le_n)).
  specialize (IH (seen ++ [b])). rewrite app_length in IH. simpl length in IH. specialize (IH ltac:(lia)). lia.
Qed.

Lemma t_complete_steps k d : bits k <= d -> steps (t_complete k) <= k * (4 * k + d + 6) + 3.
Proof.
  intros Hd. unfold t_complete. run. assert (K1 := t_seq_steps k d k 0 ltac:(simpl; lia) Hd).
  assert (K2 := t_earlier_steps k (value (t_seq 0 k)) [] ltac:(rewrite seq_count; simpl; lia)). rewrite seq_count in K2. lia.
Qed.

Lemma complete_le k : length (complete k) <= k * k.
Proof. assert (K := complete_length k). nia. Qed.

(** CLIQUE to SMATCH: the complete graph, and both encoded. *)
Lemma t_clique_steps k n E d :
  bits (S k) <= d -> bits (S n) <= d -> bits (2 * k + 2 + k * k) <= d ->
  (forall e, In e E -> digits (fst e) <= d /\ digits (snd e) <= d) ->
  steps (t_clique k n E)
    <= (k + k * k + n + 2 * length E + 2) * (2 * d + 15) + 3 * length E + (2 * k + 2 + k * k) * (d + 2)
       + k * (4 * k + d + 6) + 9.
Proof.
  intros Bk Bn Ba DE. unfold t_clique. run. assert (K1 := t_complete_steps k d ltac:(rewrite (bits_mono k (S k)) by lia; exact Bk)).
  set (C := value (t_complete k)). assert (LC : length C <= k * k).
  { rewrite <- plain_edges_length. unfold C. rewrite t_complete_value. apply complete_le. }
  assert (DC : forall e, In e C -> digits (fst e) <= d /\ digits (snd e) <= d).
  { intros e H. apply (in_map plain_node) in H. unfold C in H. fold (plain_edges (value (t_complete k))) in H.
    rewrite t_complete_value in H. destruct e as [a b]. apply in_complete in H. cbn [fst snd] in *.
    split; apply (digits_below _ (S k)); (exact Bk || lia). }
  assert (K2 := t_subgraph_steps k C n E d Bk Bn ltac:(rewrite (bits_mono _ (2 * k + 2 + k * k)) by lia; exact Ba) DC DE).
  assert (P1 := Nat.mul_le_mono_r (k + length C + n + 2 * length E + 2) (k + k * k + n + 2 * length E + 2) (2 * d + 15) ltac:(lia)).
  assert (P2 := Nat.mul_le_mono_r (2 * k + 2 + length C) (2 * k + 2 + k * k) (d + 2) ltac:(lia)). lia.
Qed.

Definition chain_polynomial (b : nat) : nat := 60 * (3 + b) ^ 3.

Theorem chain_steps f : steps (t_chain f) <= chain_polynomial (clauses_bits (plain_formula f)).
Proof.
  unfold chain_polynomial. set (b := clauses_bits (plain_formula f)). set (c := 3 + b). set (d := 2 * c).
  set (F := plain_formula f) in *. assert (LF : length F = length f) by apply map_length.
  assert (Count := clauses_count F). fold b in Count. set (L := length (literals F)) in *. rewrite LF in Count.
  assert (Literal : forall j p v s, In (j, p, (v, s)) (literals F) -> bits j <= d /\ bits p <= d /\ bits v <= d).
  { intros j p v s H. apply literal_narrow in H. fold b in H. unfold d, c. lia. }
  assert (Bb : bits b <= d) by (assert (K := bits_le_S b); unfold d, c; lia).
  unfold t_chain. run. assert (V := t_sat_clique_value f). fold F in V.
  assert (S1 : steps (t_sat_clique f) <= length f * (d + 7) + L * (d + 5) + L * (d + 2) + L * (4 * L + 4) + L * L * (2 * d + 6) + length f + L + 10).
  { unfold t_sat_clique. run. rewrite !t_length_steps, literals_count. fold F L.
    assert (K1 := t_literals_steps 0 f d b ltac:(unfold d, c; lia) Bb ltac:(lia) ltac:(lia) ltac:(intros x Hx; apply plain_clause_length in Hx; exact Hx)). fold F L in K1.
    set (ls := value (t_literals f)). assert (Ll : length ls = L) by apply literals_count.
    assert (K2 := t_numbered_steps b d ls 0 ltac:(simpl; lia) Bb). set (xs := value (t_numbered 0 ls)).
    assert (Lx : length xs = L) by (unfold xs; rewrite numbered_count; exact Ll).
    assert (K3 := t_earlier_steps L xs [] ltac:(simpl; lia)). set (ps := value (t_earlier [] xs)).
    assert (Lp : length ps <= L * L).
    { unfold ps. rewrite t_earlier_value. assert (K := earlier_length xs []). simpl length in K. rewrite Lx in K. exact K. }
    assert (Places : forall x, In x xs -> digits (fst (fst (snd x))) <= d /\ digits (fst (snd (snd x))) <= d).
    { intros [i [[j p] [v s]]] H. apply (in_map snd) in H. unfold xs in H. rewrite numbered_snd in H. cbn [fst snd] in *.
      apply (in_map plain_place) in H. unfold ls in H. rewrite t_literals_value in H. apply Literal in H. unfold digits. tauto. }
    assert (K4 := t_filter_steps t_agree ps (2 * d + 3)).
    assert (K4' : steps (t_filter t_agree ps) <= length ps * (2 * d + 3 + 1) + 1).
    { apply K4. intros [x y] H. unfold ps in H. rewrite t_earlier_value in H. apply in_earlier in H. destruct H as [Hx Hy].
      destruct (Places x Hx) as [Dj Dv]. destruct x as [i [[j p] l]], y as [i' [[j' p'] l']]. cbn [fst snd] in *.
      unfold t_agree. run. assert (E1 := t_eqb_steps j j'). assert (E2 := t_eqb_steps (fst l) (fst l')).
      destruct (value (t_eqb j j')); run; lia. }
    set (es := value (t_filter t_agree ps)). assert (Le : length es <= length ps) by (unfold es; rewrite t_filter_value; apply filter_le).
    assert (K5 := t_map_steps (fun e : (N * binary_place) * (N * binary_place) => done (fst (fst e), fst (snd e))) es 1
      ltac:(intros x _; apply le_n)).
    assert (P4 := Nat.mul_le_mono_r (length ps) (L * L) (2 * d + 3 + 1 + 2) Lp). rewrite Ll in K2. rewrite Lx in K3. lia. }
  destruct (value (t_sat_clique f)) as [[k n] E]. destruct V as (-> & -> & VE). cbn [fst snd]. fold L.
  assert (LE : length E <= L * L).
  { rewrite <- plain_edges_length, VE. unfold literal_edges. rewrite filter_le. apply complete_le. }
  assert (DE : forall e, In e E -> digits (fst e) <= d /\ digits (snd e) <= d).
  { intros [x y] H. apply (in_map plain_node) in H. fold (plain_edges E) in H. rewrite VE in H. apply literal_edges_wf in H.
    cbn [fst snd]. split; apply (digits_below _ b); (exact Bb || unfold plain_node in H; cbn [fst snd] in H; fold L in H; lia). }
  rewrite LF. assert (Fc : length f <= c) by (unfold c; lia). assert (Lc : L <= c) by (unfold c; lia).
  assert (S2 := t_clique_steps (length f) L E d).
  assert (Ba : bits (2 * length f + 2 + length f * length f) <= d).
  { rewrite (bits_mono _ ((2 + length f) * (2 + length f))) by lia. assert (K := bits_mul (2 + length f) (2 + length f)).
    assert (K' := bits_le_S (2 + length f)). unfold d, c. lia. }
  specialize (S2 ltac:(assert (K := bits_le_S (S (length f))); unfold d, c; lia) ltac:(assert (K := bits_le_S (S L)); unfold d, c; lia) Ba DE).
  assert (C3 : 3 <= c) by (unfold c; lia). clearbody c L. clear - S1 S2 LE Fc Lc C3. unfold d in *. clear d.
  set (m := length f) in *. clearbody m. revert S1 S2. generalize (steps (t_sat_clique f)). generalize (steps (t_clique m L E)).
  intros s2 s1 S1 S2. assert (Em : m * m <= c * c) by (apply times_le; assumption).
  assert (El : L * L <= c * c) by (apply times_le; assumption).
  set (e := length E) in *. clearbody e.
  assert (A1 : s1 <= c * (2 * c + 7) + c * (2 * c + 5) + c * (2 * c + 2) + c * (4 * c + 4) + c * c * (2 * (2 * c) + 6) + c + c + 10).
  { eapply Nat.le_trans; [exact S1|]. repeat apply Nat.add_le_mono; try apply Nat.mul_le_mono; lia. }
  assert (A2 : s2 <= (c + c * c + c + 2 * (c * c) + 2) * (2 * (2 * c) + 15) + 3 * (c * c) + (2 * c + 2 + c * c) * (2 * c + 2)
    + c * (4 * c + 2 * c + 6) + 9).
  { eapply Nat.le_trans; [exact S2|]. repeat apply Nat.add_le_mono; try apply Nat.mul_le_mono; lia. }
  assert (Q1 := Nat.mul_le_mono_r 3 c c C3). assert (Q2 := Nat.mul_le_mono_r 3 c (c * c) C3).
  replace (c ^ 3) with (c * (c * c)) by (simpl; lia). lia.
Qed.

(** *** CLIQUE to SMATCH, the size of the clique in binary

    A size above n + 1 is taken as n + 1: the marks from 0 to the size are counted, but not beyond n + 1. *)
Fixpoint t_capped (i k : N) (n : nat) : counted nat :=
  match n with
  | 0 => done 0
  | S n =>
      let* reached := t_eqb i k in
      if reached then done 0 else let* j := t_succ i in let* r := t_capped j k n in done (S r)
  end.

Definition t_clique_source (k : N) (n : nat) (E : list (N * N)) : counted (list binary_triple * list binary_triple * N) :=
  let* m := t_capped 0 k (S n) in let* r := t_clique m n E in done r.

Lemma t_capped_value k n : forall i, N.to_nat i <= N.to_nat k -> value (t_capped i k n) = Nat.min (N.to_nat k - N.to_nat i) n.
Proof.
  induction n as [|n IH]; intros i H; cbn [t_capped]; run; [lia|]. rewrite t_eqb_value.
  destruct (Nat.eqb_spec (N.to_nat i) (N.to_nat k)) as [E|Ne]; run; [lia|].
  rewrite IH, t_succ_value by (rewrite t_succ_value; lia). lia.
Qed.

Lemma t_capped_steps m d k n : forall i, N.to_nat i + n <= m -> bits m <= d -> steps (t_capped i k n) <= n * (2 * d + 4) + 1.
Proof.
  induction n as [|n IH]; intros i H K; cbn [t_capped]; run; [lia|].
  assert (D := digits_below i m d ltac:(lia) K). assert (S1 := t_eqb_steps i k). assert (S2 := t_succ_steps i).
  destruct (value (t_eqb i k)); run; [lia|]. specialize (IH (value (t_succ i)) ltac:(rewrite t_succ_value; lia) K). lia.
Qed.

Theorem clique_value k n E :
  let '(A, B, s) := value (t_clique_source k n E) in
  let m := capped (N.to_nat k) n in
  map plain A = enc m (complete m) /\ map plain B = enc n (both (plain_edges E)) /\ N.to_nat s = length (enc m (complete m)).
Proof.
  unfold t_clique_source, t_clique. run. rewrite t_capped_value by (simpl; lia). rewrite Nat.sub_0_r. fold (capped (N.to_nat k) n).
  set (m := capped (N.to_nat k) n). set (C := value (t_complete m)). assert (S := subgraph_value m C n E).
  destruct (value (t_subgraph m C n E)) as [[A B] s]. unfold C in S. rewrite t_complete_value in S. exact S.
Qed.

Definition clique_polynomial (b : nat) : nat := 30 * (4 + b) ^ 3.

Theorem clique_steps k n E :
  steps (t_clique_source k n E) <= clique_polynomial (graph_bits n (plain_edges E)).
Proof.
  unfold clique_polynomial. set (b := graph_bits n (plain_edges E)). set (c := 4 + b). set (d := 2 * c).
  assert (LE := edges_count (plain_edges E)). rewrite plain_edges_length in LE.
  assert (Kb : b = n + edges_bits (plain_edges E)) by reflexivity.
  unfold t_clique_source. run. rewrite t_capped_value by (simpl; lia). rewrite Nat.sub_0_r. fold (capped (N.to_nat k) n).
  assert (Bn : bits (S n) <= d) by (assert (K := bits_le_S (S n)); unfold d, c; lia).
  assert (S1 := t_capped_steps (S n) d k (S n) 0 ltac:(simpl; lia) Bn). set (m := capped (N.to_nat k) n).
  assert (Hm : m <= S n) by (unfold m, capped; lia).
  assert (S2 := t_clique_steps m n E d).
  assert (Ba : bits (2 * m + 2 + m * m) <= d).
  { rewrite (bits_mono _ ((2 + m) * (2 + m))) by lia. assert (K := bits_mul (2 + m) (2 + m)).
    assert (K' := bits_le_S (2 + m)). unfold d, c. lia. }
  assert (DE : forall e, In e E -> digits (fst e) <= d /\ digits (snd e) <= d).
  { intros e He. apply edge_digits in He. unfold d, c. lia. }
  specialize (S2 ltac:(assert (K := bits_le_S (S m)); unfold d, c; lia) Bn Ba DE).
  assert (Mc : m <= c) by (unfold c; lia). assert (Nc : S n <= c) by (unfold c; lia). assert (Ec : 2 * length E <= c) by (unfold c; lia).
  assert (C4 : 4 <= c) by (unfold c; lia). clearbody c m. clear - S1 S2 Mc Nc Ec C4. unfold d in *. clear d.
  revert S1 S2. generalize (steps (t_capped 0 k (S n))). generalize (steps (t_clique m n E)). intros s2 s1 S1 S2.
  set (e := length E) in *. clearbody e.
  assert (A1 : s1 <= c * (2 * (2 * c) + 4) + 1).
  { eapply Nat.le_trans; [exact S1|]. apply Nat.add_le_mono_r, Nat.mul_le_mono_r, Nc. }
  assert (A2 : s2 <= (c + c * c + c + c + 2) * (2 * (2 * c) + 15) + 3 * c + (2 * c + 2 + c * c) * (2 * c + 2)
    + c * (4 * c + 2 * c + 6) + 9).
  { eapply Nat.le_trans; [exact S2|]. assert (Em : m * m <= c * c) by (apply times_le; assumption).
    repeat apply Nat.add_le_mono; try apply Nat.mul_le_mono; lia. }
  assert (Q1 := Nat.mul_le_mono_r 4 c c C4). assert (Q2 := Nat.mul_le_mono_r 4 c (c * c) C4).
  replace (c ^ 3) with (c * (c * c)) by (simpl; lia). lia.
Qed.

(** ** MAX-CUT to SMATCH *)

Definition t_cut_arc (x : N * (N * N)) : counted binary_triple :=
  let* l := t_name 4 (fst x) 0 in let* a := t_name 0 (fst (snd x)) 0 in let* b := t_name 0 (snd (snd x)) 0 in done (BRel l a b).

Definition t_cut_arcs (x : N * (N * N)) : counted (list binary_triple) :=
  let* l := t_name 4 (fst x) 0 in
  let* a1 := t_name 2 (fst (snd x)) 1 in let* b0 := t_name 2 (snd (snd x)) 0 in
  let* a0 := t_name 2 (fst (snd x)) 0 in let* b1 := t_name 2 (snd (snd x)) 1 in
  done [BRel l a1 b0; BRel l a0 b1].

Definition t_cut_left (n : nat) (E : list (N * N)) : counted (list binary_triple) :=
  let* ns := t_left_nodes n [] in let* xs := t_numbered 0 E in let* as_ := t_map t_cut_arc xs in
  let* r := t_star_graph ns as_ in done r.

Definition t_cut_right (n : nat) (E : list (N * N)) : counted (list binary_triple) :=
  let* ns := t_right_nodes n [] in let* xs := t_numbered 0 E in let* as_ := t_flat_map t_cut_arcs xs in
  let* r := t_star_graph ns as_ in done r.

Definition t_max_cut (n : nat) (E : list (N * N)) (k : N) : counted (list binary_triple * list binary_triple * N) :=
  let* A := t_cut_left n E in let* B := t_cut_right n E in let* s := t_threshold n [] k in done (A, B, s).

Definition plain_edge_number (x : N * (N * N)) : nat * (nat * nat) := (N.to_nat (fst x), plain_node (snd x)).

Lemma numbered_edges E : map plain_edge_number (value (t_numbered 0 E)) = numbered (plain_edges E).
Proof.
  unfold numbered, plain_edges. rewrite map_length. change (seq 0) with (seq (N.to_nat 0)). generalize 0%N.
  induction E as [|e E IH]; intros i; cbn [t_numbered map length seq combine]; run; [reflexivity|].
  cbn [map]. unfold plain_edge_number at 1. cbn [fst snd]. f_equal. rewrite <- t_succ_value. apply IH.
Qed.

Lemma t_cut_left_value n E : map plain (value (t_cut_left n E)) = cut_left n (plain_edges E).
Proof.
  unfold t_cut_left, cut_left. run. rewrite t_star_graph_value, t_left_nodes_value, t_map_value, map_map, <- numbered_edges, map_map.
  do 3 f_equal. apply map_ext. intros [i [a b]]. unfold t_cut_arc. run. cbn [plain plain_edge_number plain_node cut_arc fst snd].
  rewrite !t_name_value. reflexivity.
Qed.

Lemma t_cut_right_value n E : map plain (value (t_cut_right n E)) = cut_right n (plain_edges E).
Proof.
  unfold t_cut_right, cut_right. run. rewrite t_star_graph_value, (t_right_nodes_value n []) by reflexivity.
  rewrite t_flat_map_value, <- numbered_edges. do 3 f_equal. generalize (value (t_numbered 0 E)).
  induction l as [|[i [a b]] l IH]; [reflexivity|]. cbn [flat_map map]. rewrite map_app, IH. f_equal.
  unfold t_cut_arcs. run. cbn [map plain plain_edge_number plain_node cut_arcs fst snd]. rewrite !t_name_value. reflexivity.
Qed.

Theorem max_cut_value n E k :
  let '(A, B, s) := value (t_max_cut n E k) in
  map plain A = cut_left n (plain_edges E) /\ map plain B = cut_right n (plain_edges E) /\ N.to_nat s = 2 + 2 * n + N.to_nat k.
Proof.
  unfold t_max_cut. run. split; [apply t_cut_left_value | split; [apply t_cut_right_value|]].
  rewrite t_threshold_value. unfold full, plain_formula. simpl. lia.
Qed.

Definition max_cut_polynomial (b : nat) : nat := 376 * (3 + b) ^ 3.

Theorem max_cut_steps n E k :
  steps (t_max_cut n E k) <= max_cut_polynomial (graph_bits n (plain_edges E) + bits (N.to_nat k)).
Proof.
  unfold max_cut_polynomial. set (b := graph_bits n (plain_edges E) + bits (N.to_nat k)). set (d := 3 + b). set (q := d * d).
  assert (LE := edges_count (plain_edges E)). rewrite plain_edges_length in LE. assert (Pk := bits_pos (N.to_nat k)).
  set (m := N.to_nat k + (2 + 2 * graph_bits n (plain_edges E))).
  assert (Kb : b = n + edges_bits (plain_edges E) + bits (N.to_nat k)) by reflexivity.
  assert (M : bits m <= d).
  { unfold m, d. replace (3 + b) with (2 + b + 1) by lia. apply bits_sum; [lia|].
    set (g := graph_bits n (plain_edges E)). replace (2 + 2 * g) with (2 * S g) by lia.
    assert (K4 := Nat.log2_lt_lin (S g) ltac:(lia)). unfold bits at 1. rewrite Nat.log2_double by lia. unfold b. fold g. lia. }
  assert (D3 : 3 <= d) by (unfold d; lia).
  assert (Nm : n <= m) by (unfold m, graph_bits; lia). assert (Em : length E <= m) by (unfold m, graph_bits; lia).
  assert (Q1 : 3 * d <= q /\ 9 <= q) by (split; [apply Nat.mul_le_mono_r, D3 | apply (Nat.mul_le_mono 3 d 3 d); assumption]).
  destruct Q1 as [Q1 Q2].
  assert (NoLiteral : forall j p v s, In (j, p, (v, s)) (literals (plain_formula [])) -> bits j <= d /\ bits p <= d /\ bits v <= d).
  { intros j p v s H. destruct H. }
  assert (Flag : forall x, N.to_nat x <= 7 -> digits x <= d) by (intros x Hx; unfold digits; rewrite (bits_mono _ _ Hx); exact D3).
  assert (Ends : forall x, In x (value (t_numbered 0 E)) -> digits (fst x) <= d /\ digits (fst (snd x)) <= d /\ digits (snd (snd x)) <= d).
  { intros x Hx. assert (Hx' := in_map plain_edge_number _ _ Hx). rewrite numbered_edges in Hx'.
    destruct x as [i [u v]]. unfold plain_edge_number, plain_node in Hx'. cbn [fst snd] in *. apply in_numbered in Hx'.
    assert (L : N.to_nat i < length (plain_edges E)) by (apply nth_error_Some; congruence). rewrite plain_edges_length in L.
    apply nth_error_In in Hx'. assert (K := edge_narrow _ _ _ Hx'). split; [apply (digits_below i m); [lia | exact M]|].
    unfold digits, d. lia. }
  assert (S0 := t_numbered_steps m d E 0 ltac:(simpl; exact Em) M).
  assert (SL : steps (t_cut_left n E) <= 85 * (n * q) + 242 * (length E * q) + 3 * q).
  { unfold t_cut_left. run. destruct (t_left_nodes_steps n [] d m D3 M Nm (Nat.le_0_l m)) as [K1 E1].
    fold q in K1. cbn [length] in K1, E1. rewrite Nat.mul_0_l, Nat.mul_0_r, Nat.add_0_r in K1.
    assert (K2 := t_map_steps t_cut_arc (value (t_numbered 0 E)) (240 * q + 1)). rewrite numbered_count in K2.
    assert (K2' : steps (t_map t_cut_arc (value (t_numbered 0 E))) <= length E * (240 * q + 1 + 1) + 1).
    { apply K2. intros x Hx. destruct (Ends x Hx) as (Di & Da & Db). unfold t_cut_arc. run.
      assert (T1 := t_name_steps 4 (fst x) 0 d D3 ltac:(apply Flag; simpl; lia) Di ltac:(apply Flag; simpl; lia)).
      assert (T2 := t_name_steps 0 (fst (snd x)) 0 d D3 ltac:(apply Flag; simpl; lia) Da ltac:(apply Flag; simpl; lia)).
      assert (T3 := t_name_steps 0 (snd (snd x)) 0 d D3 ltac:(apply Flag; simpl; lia) Db ltac:(apply Flag; simpl; lia)).
      fold q in T1, T2, T3. lia. }
    assert (K3 := t_star_graph_steps (value (t_left_nodes n [])) (value (t_map t_cut_arc (value (t_numbered 0 E))))). rewrite E1 in K3.
    assert (P1 := scale n 6 2 q ltac:(lia)). assert (P2 := scale (length E) (d + 2 + (240 * q + 1 + 1)) 242 q ltac:(lia)). lia. }
  assert (SR : steps (t_cut_right n E) <= 245 * (n * q) + 402 * (length E * q) + 3 * q).
  { unfold t_cut_right. run.
    destruct (t_right_nodes_steps n [] d m D3 M Nm (Nat.le_0_l m) NoLiteral) as [K1 E1].
    change (value (t_literals [])) with (@nil binary_place) in K1, E1. fold q in K1. cbn [literals plain_formula numbered flat_map map length seq combine] in K1, E1.
    rewrite Nat.mul_0_l, Nat.mul_0_r, !Nat.add_0_r in K1. rewrite Nat.add_0_r in E1.
    assert (K2 := t_flat_map_steps t_cut_arcs (fun _ => 400 * q + 5) (value (t_numbered 0 E))). rewrite sum_same, numbered_count in K2.
    assert (K2' : steps (t_flat_map t_cut_arcs (value (t_numbered 0 E))) <= length E * (400 * q + 5) + 1).
    { apply K2. intros x Hx. destruct (Ends x Hx) as (Di & Da & Db). unfold t_cut_arcs. run. simpl length.
      assert (T1 := t_name_steps 4 (fst x) 0 d D3 ltac:(apply Flag; simpl; lia) Di ltac:(apply Flag; simpl; lia)).
      assert (T2 := t_name_steps 2 (fst (snd x)) 1 d D3 ltac:(apply Flag; simpl; lia) Da ltac:(apply Flag; simpl; lia)).
      assert (T3 := t_name_steps 2 (snd (snd x)) 0 d D3 ltac:(apply Flag; simpl; lia) Db ltac:(apply Flag; simpl; lia)).
      assert (T4 := t_name_steps 2 (fst (snd x)) 0 d D3 ltac:(apply Flag; simpl; lia) Da ltac:(apply Flag; simpl; lia)).
      assert (T5 := t_name_steps 2 (snd (snd x)) 1 d D3 ltac:(apply Flag; simpl; lia) Db ltac:(apply Flag; simpl; lia)).
      fold q in T1, T2, T3, T4, T5. lia. }
    assert (K3 := t_star_graph_steps (value (t_right_nodes n [])) (value (t_flat_map t_cut_arcs (value (t_numbered 0 E))))). rewrite E1 in K3.
    assert (P1 := scale n 12 2 q ltac:(lia)). assert (P2 := scale (length E) (d + 2 + (400 * q + 5)) 402 q ltac:(lia)). lia. }
  assert (ST := t_threshold_steps n [] d m D3 M Nm (Nat.le_0_l m) k ltac:(simpl; unfold m, graph_bits; lia)).
  cbn [literals plain_formula numbered flat_map map length seq combine] in ST. fold q in ST.
  unfold t_max_cut. run. replace (d ^ 3) with (d * q) by (unfold q; simpl; lia).
  assert (P := Nat.mul_le_mono_r (n + 3 * length E + 3) d q ltac:(unfold d; lia)). rewrite !Nat.mul_add_distr_r in P, ST.
  clear - SL SR ST P Q2. clearbody q d. lia.
Qed.

(** ** In one: what makes them reductions that take a polynomial number of steps *)

Theorem sat_to_smatch f :
  let b := clauses_bits (plain_formula f) in
  let '(A, B, s) := value (t_chain f) in
  (satisfiable (plain_formula f) <-> SMATCH (map plain A) (map plain B) (N.to_nat s))
  /\ steps (t_chain f) <= 60 * (3 + b) ^ 3
  /\ input_bits (map plain A) (map plain B) (N.to_nat s) <= 70 * (1 + b) ^ 3.
Proof.
  intros b. assert (V := chain_value f). assert (S := chain_steps f). destruct (value (t_chain f)) as [[A B] s].
  destruct V as (-> & -> & ->). split; [apply sat_chain | split; [exact S | apply sat_bits]].
Qed.

Theorem max_sat_to_smatch n f k :
  cnf n (plain_formula f) ->
  let b := formula_bits n (plain_formula f) + bits (N.to_nat k) in
  let '(A, B, s) := value (t_max_sat n f k) in
  ((exists a, N.to_nat k <= satisfied a (plain_formula f)) <-> SMATCH (map plain A) (map plain B) (N.to_nat s))
  /\ steps (t_max_sat n f k) <= 376 * (3 + b) ^ 3
  /\ input_bits (map plain A) (map plain B) (N.to_nat s) <= 450 * b ^ 2.
Proof.
  intros W b. assert (V := max_sat_value n f k). assert (S := max_sat_steps n f k). destruct (value (t_max_sat n f k)) as [[A B] s].
  destruct V as (-> & -> & ->). split; [apply maxsat_iff_smatch, W | split; [exact S | apply max_sat_bits]].
Qed.

Theorem clique_to_smatch k n E :
  let b := graph_bits n (plain_edges E) in
  let '(A, B, s) := value (t_clique_source k n E) in
  (clique (N.to_nat k) n (plain_edges E) <-> SMATCH (map plain A) (map plain B) (N.to_nat s))
  /\ steps (t_clique_source k n E) <= 30 * (4 + b) ^ 3
  /\ input_bits (map plain A) (map plain B) (N.to_nat s) <= 70 * (b + bits (N.to_nat k)) ^ 3.
Proof.
  intros b. assert (V := clique_value k n E). assert (S := clique_steps k n E). destruct (value (t_clique_source k n E)) as [[A B] s].
  cbv zeta in V. destruct V as (-> & -> & ->). destruct (clique_bits (N.to_nat k) n (plain_edges E)) as [Iff Bits].
  split; [exact Iff | split; [exact S | exact Bits]].
Qed.

Theorem subgraph_to_smatch nH EH nG EG :
  wf nH (plain_edges EH) ->
  let b := graph_bits nH (plain_edges EH) + graph_bits nG (plain_edges EG) in
  let '(A, B, s) := value (t_subgraph nH EH nG EG) in
  (embeds nH (plain_edges EH) nG (plain_edges EG) <-> SMATCH (map plain A) (map plain B) (N.to_nat s))
  /\ steps (t_subgraph nH EH nG EG) <= 20 * (2 + b) ^ 2
  /\ input_bits (map plain A) (map plain B) (N.to_nat s) <= 35 * (1 + b) ^ 2.
Proof.
  intros W b. assert (V := subgraph_value nH EH nG EG). assert (S := subgraph_steps nH EH nG EG).
  destruct (value (t_subgraph nH EH nG EG)) as [[A B] s]. destruct V as (-> & -> & ->). split; [|split; [exact S|]].
  - rewrite enc_length. apply subiso_iff_smatch, W.
  - assert (K := subgraph_bits nH (plain_edges EH) nG (plain_edges EG)). rewrite <- Nat.add_assoc in K. exact K.
Qed.

Theorem max_cut_to_smatch n E k :
  wf n (plain_edges E) ->
  let b := graph_bits n (plain_edges E) + bits (N.to_nat k) in
  let '(A, B, s) := value (t_max_cut n E k) in
  ((exists a, N.to_nat k <= cut a (plain_edges E)) <-> SMATCH (map plain A) (map plain B) (N.to_nat s))
  /\ steps (t_max_cut n E k) <= 376 * (3 + b) ^ 3
  /\ input_bits (map plain A) (map plain B) (N.to_nat s) <= 450 * b ^ 2.
Proof.
  intros W b. assert (V := max_cut_value n E k). assert (S := max_cut_steps n E k). destruct (value (t_max_cut n E k)) as [[A B] s].
  destruct V as (-> & -> & ->). split; [apply maxcut_iff_smatch, W | split; [exact S | apply max_cut_bits]].
Qed.
