(** * The constructions of the proofs as a program, for tests

    [make constructions] runs this file.  The program reads lines of numbers, each an instance, and answers with the
    numbers of what the proofs build of it; tests/proofs/test_constructions.py compares that with what the Python
    program builds.  Nothing rests on it. *)

From Coq Require Import Arith List NArith ZArith Extraction ExtrOcamlBasic ExtrOcamlZBigInt ExtrOcamlNatBigInt.
From SmatchProof Require Import Smatch Certificate Graded SubgraphIsomorphism LabelledSubgraph Clique MaxQap MaxSat MaxCut TwoPaths Chain
  Optimum IntegerProgram WeightedQap.
From SmatchProof Require NP Bits Steps Verifier.
From SmatchProof Require Satisfiability AcyclicSubgraph HamiltonianCycle Packing CommonPartition Exports QapPlan.
Import ListNotations.

(** ** Numbers in *)

(** A list that begins with its length: the first [n] members, each read by [item], and what follows. *)
Fixpoint several {T} (item : list nat -> T * list nat) (n : nat) (l : list nat) : list T * list nat :=
  match n with
  | 0 => ([], l)
  | S n => let (x, rest) := item l in let (xs, rest) := several item n rest in (x :: xs, rest)
  end.

Definition one (l : list nat) : nat * list nat := match l with x :: r => (x, r) | [] => (0, []) end.

Definition counted {T} (item : list nat -> T * list nat) (l : list nat) : list T * list nat :=
  let (n, rest) := one l in several item n rest.

Definition couple_of (l : list nat) : (nat * nat) * list nat :=
  let (a, rest) := one l in let (b, rest) := one rest in ((a, b), rest).

Definition literal_in (l : list nat) : literal * list nat :=
  let (e, rest) := couple_of l in ((fst e, Nat.eqb (snd e) 1), rest).

Definition triple_in (l : list nat) : triple * list nat :=
  match l with
  | k :: a :: b :: c :: rest => ((match k with 0 => Inst b c | 1 => Attr a b c | _ => Rel a b c end), rest)
  | _ => (Inst 0 0, [])
  end.

(** A similarity: 0 for concepts or the number of the attribute's name plus 1, both values, and what they match. *)
Definition grade_in (l : list nat) : (key * Z) * list nat :=
  match l with
  | r :: x :: y :: g :: rest => ((match r with 0 => Instance | S a => Attribute a end, x, y, Z.of_nat g), rest)
  | _ => ((Instance, 0, 0, 0%Z), [])
  end.

(** A thing and its weight: 0, the layer and the index, or 1, the layer and both ends. *)
Definition thing_in (l : list nat) : (thing * Z) * list nat :=
  match l with
  | 0 :: layer :: i :: w :: rest => ((Own layer i, Z.of_nat w), rest)
  | _ :: layer :: i :: k :: w :: rest => ((Arc layer i k, Z.of_nat w), rest)
  | _ => ((Own 0 0, 0%Z), [])
  end.

(** An integer: 1 if it is negative, and its size; and a matrix, or a vector, by rows. *)
Definition whole (l : list nat) : Z * list nat :=
  let (e, rest) := couple_of l in ((if Nat.eqb (fst e) 1 then - Z.of_nat (snd e) else Z.of_nat (snd e))%Z, rest).

Definition vector (v : list Z) (i : nat) : Z := nth i v 0%Z.
Definition matrix (n : nat) (v : list Z) (i k : nat) : Z := nth (i * n + k) v 0%Z.

(** ** Numbers out *)

Definition z (n : nat) : Z := Z.of_nat n.

Definition triple_out (t : triple) : list Z :=
  match t with
  | Inst v c => [0%Z; 0%Z; z v; z c]
  | Attr a v c => [1%Z; z a; z v; z c]
  | Rel r u v => [2%Z; z r; z u; z v]
  end.

Definition pair_out (A B : list triple) : list Z :=
  z (length A) :: flat_map triple_out A ++ z (length B) :: flat_map triple_out B.

Definition weighted_out (A : list (triple * Z)) : list Z := z (length A) :: flat_map (fun e => snd e :: triple_out (fst e)) A.

(** A term: its coefficient, then one pair and twice -1, or two pairs. *)
Definition term_out (t : Z * variable) : list Z :=
  fst t :: match snd t with
           | X p => [z (fst p); z (snd p); (-1)%Z; (-1)%Z]
           | Y p q => [z (fst p); z (snd p); z (fst q); z (snd q)]
           end.

Definition linear_out (l : linear) : list Z := z (length l) :: flat_map term_out l.

Definition program_out (M : program) : list Z :=
  linear_out (objective M) ++ z (length (constraints M)) :: flat_map (fun r => most r :: linear_out (terms r)) (constraints M).

(** ** The maps that count their steps *)

Definition binary_couples (E : list (nat * nat)) : list (N * N) := map (fun e => (N.of_nat (fst e), N.of_nat (snd e))) E.

Definition binary_clauses (f : formula) : Steps.binary_formula := map (map (fun l => (N.of_nat (fst l), snd l))) f.

(** The steps, the polynomial of the theorem about them, the score that is asked for, and both graphs. *)
Definition steps_out (polynomial : nat) (r : Steps.counted (list Steps.binary_triple * list Steps.binary_triple * N)) : list Z :=
  let '(A, B, s) := Steps.value r in
  z (Steps.steps r) :: z polynomial :: z (N.to_nat s) :: pair_out (map Steps.plain A) (map Steps.plain B).

Definition binary_triples (T : list triple) : list Steps.binary_triple :=
  map (fun t => match t with
                | Inst v c => Steps.BInst (N.of_nat v) (N.of_nat c)
                | Attr a v c => Steps.BAttr (N.of_nat a) (N.of_nat v) (N.of_nat c)
                | Rel r u v => Steps.BRel (N.of_nat r) (N.of_nat u) (N.of_nat v)
                end) T.
(** A clause: its literals as terms with the coefficient 1 or -1. *)
Definition clause_out (c : Exports.clause) : list Z := 
  linear_out (map (fun l : variable * bool => ((if snd l then 1 else -1)%Z, fst l)) c).

Definition clauses_out (cs : list Exports.clause) : list Z := z (length cs) :: flat_map clause_out cs.

(** ** What is built *)

Definition rule_of (n : nat) : duplicates := match n with 0 => dup_set | 1 => dup_multiset | _ => dup_product end.

Definition answer (l : list nat) : list Z :=
  match l with
  | 21 :: n :: k :: l =>
      let (f, _) := counted (counted literal_in) l in
      steps_out (Steps.max_sat_polynomial (Bits.formula_bits n f + NP.bits k)) (Steps.t_max_sat n (binary_clauses f) (N.of_nat k))
  | 22 :: l =>
      let (f, _) := counted (counted literal_in) l in
      steps_out (Steps.chain_polynomial (Bits.clauses_bits f)) (Steps.t_chain (binary_clauses f))
  | 23 :: nH :: nG :: l =>
      let (EH, l) := counted couple_of l in let (EG, _) := counted couple_of l in
      steps_out (Steps.subgraph_polynomial (Bits.graph_bits nH EH + Bits.graph_bits nG EG))
        (Steps.t_subgraph nH (binary_couples EH) nG (binary_couples EG))
  | 24 :: k :: n :: l =>
      let (E, _) := counted couple_of l in
      steps_out (Steps.clique_polynomial (Bits.graph_bits n E)) (Steps.t_clique_source (N.of_nat k) n (binary_couples E))
  | 26 :: n :: k :: l =>
      let (E, _) := counted couple_of l in
      steps_out (Steps.max_cut_polynomial (Bits.graph_bits n E + NP.bits k)) (Steps.t_max_cut n (binary_couples E) (N.of_nat k))
  | 25 :: k :: l =>
      let (A, l) := counted triple_in l in let (B, l) := counted triple_in l in let (phi, _) := counted couple_of l in
      let r := Verifier.t_verify (binary_triples A) (binary_triples B) (N.of_nat k) (binary_couples phi) in
      [z (Steps.steps r); if Steps.value r then 1%Z else 0%Z]
  | 0 :: rule :: l =>
      let (A, l) := counted triple_in l in let (B, _) := counted triple_in l in program_out (exported (rule_of rule) A B)
  | 1 :: N :: l => let (f, _) := counted (counted literal_in) l in pair_out (left N f) (right N f)
  | 2 :: l => let (f, _) := counted (counted literal_in) l in pair_out (chain_left f) (chain_right f)
  | 20 :: N :: l =>
      let (f, _) := counted (counted literal_in) l in pair_out (left N f) (Satisfiability.first_right N f)
  | 3 :: nH :: nG :: l =>
      let (EH, l) := counted couple_of l in let (EG, _) := counted couple_of l in pair_out (enc nH EH) (enc nG (both EG))
  | 4 :: k :: n :: l => let (E, _) := counted couple_of l in pair_out (enc k (complete k)) (enc n (both E))
  | 27 :: k :: n :: l => let (E, _) := counted couple_of l in pair_out (enc k (complete k)) (enc n (upward E))
  | 5 :: n :: l => let (E, _) := counted couple_of l in pair_out (left_path n E) (right_path n E)
  | 6 :: n :: l =>
      let (EA, l) := counted couple_of l in let (EB, _) := counted couple_of l in pair_out (enc n EA) (enc n EB)
  | 7 :: top :: n :: l =>
      let (EA, l) := counted couple_of l in let (EB, _) := counted couple_of l in
      pair_out (lean (Nat.eqb top 1) 0 n EA) (lean (Nat.eqb top 1) 1 n EB)
  | 8 :: kind :: nH :: nG :: l =>
      let (EH, l) := counted couple_of l in let (EG, _) := counted couple_of l in
      match kind with
      | 0 => pair_out (labelled_enc nH (directed_arcs EH)) (labelled_enc nG (directed_arcs EG))
      | 1 => pair_out (labelled_enc nH (with_kinds EH (all_pairs nH))) (labelled_enc nG (with_kinds EG (all_pairs nG)))
      | _ => pair_out (labelled_enc nH (with_kinds (both EH) (complete nH)))
               (labelled_enc nG (with_kinds (both EG) (both_ways nG)))
      end
  | 9 :: rule :: N :: l =>
      let (gs, l) := counted grade_in l in
      let (A, l) := counted triple_in l in let (B, _) := counted triple_in l in
      program_out (exported_graded (rule_of rule) (z N) gs A B)
  | 10 :: n :: l => let (E, _) := counted couple_of l in pair_out (cut_left n E) (cut_right n E)
  | 11 :: top :: n :: l =>
      let (A, l) := counted thing_in l in let (B, _) := counted thing_in l in
      weighted_out (weighted_graph (Nat.eqb top 1) 0 n A) ++ weighted_out (weighted_graph (Nat.eqb top 1) 1 n B)
  | 12 :: head :: nH :: nG :: l =>
      let (EH, l) := counted couple_of l in let (EG, _) := counted couple_of l in
      pair_out (AcyclicSubgraph.reified head nH EH) (AcyclicSubgraph.reified head nG EG)
  | 13 :: shortest :: n :: l =>
      let (D, _) := counted couple_of l in
      pair_out (HamiltonianCycle.ring (Nat.max n shortest)) (HamiltonianCycle.part_graph n D)
  | 14 :: t :: B :: l => let (items, _) := counted one l in pair_out (Packing.spider items) (Packing.spider (Packing.bins t B))
  | 15 :: top :: t :: B :: l =>
      let (items, _) := counted one l in
      pair_out (Packing.caterpillar (Nat.eqb top 1) 0 items) (Packing.caterpillar (Nat.eqb top 1) 1 (Packing.bins t B))
  | 16 :: l =>
      let (left, l) := counted one l in let (right, _) := counted one l in
      pair_out (CommonPartition.path 0 left) (CommonPartition.path 1 right)
  | 17 :: rule :: l =>
      let (A, l) := counted triple_in l in let (B, _) := counted triple_in l in
      clauses_out (Exports.hard (weights_of (rule_of rule) A B))
  | 19 :: rule :: l =>
      let (A, l) := counted triple_in l in let (B, _) := counted triple_in l in
      clauses_out (flat_map (fun w => match w with
          | Never => [] | One p => [[(X p, true)]] | Two p q => [[(X p, true); (X q, true)]] end)
        (Exports.vertices (weights_of (rule_of rule) A B)))
  | 18 :: mode :: n :: l =>
      let (x, l) := counted whole l in let (y, l) := counted whole l in let (u, l) := counted whole l in
      let (base, l) := whole l in let (ends, _) := counted whole l in
      let x := matrix n x in let y := matrix n y in let u := vector u in let e := vector ends in
      let b := (e 0, e 1) in let s := (e 2, e 3) in let o := (e 4, e 5) in
      let sm := match mode with 0 => QapPlan.sums n y | _ => QapPlan.row_sums n y end in
      let left := QapPlan.left_weight x base u in let right := QapPlan.right_weight sm y b s o in
      let built (w : thing -> Z) := weighted_out (weighted_things (QapPlan.weighing (QapPlan.things n) w)) in
      match mode with
      | 0 => QapPlan.plan_constant n x y base u b s o :: built left ++ built right
      | _ => QapPlan.couple_constant n x y base u b s o :: built left ++ built (QapPlan.one_way right)
      end
  | _ => []
  end.

Extract Constant Z.of_nat => "(fun n -> n)".
Extract Constant N.of_nat => "(fun n -> n)".
Extract Constant Nat.pow => "Big_int_Z.power_big_int_positive_big_int".

Extraction "_build/constructions.ml" answer.
