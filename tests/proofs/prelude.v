From Coq Require Import List ZArith.
From SmatchProof Require Import Smatch Sums Certificate Graded.
Import ListNotations.
Local Open Scope Z_scope.

(** What a pair that has no stars pays by default for what cliques leave of a match, for all its matches with pairs of
    each row, and the duals with the stars of all live pairs.  Walk.v computes the same with maps. *)
Section Short.

Variables m n : nat.
Variable U : nat * nat -> Z.
Variable W : nat * nat -> nat * nat -> Z.
Variable P : list (nat * nat).
Variables claim step : Z.

Definition has_stars (d : duals) (x : nat * nat) : bool := mem pair_dec x (map fst (stars d)).

Definition pays (d : duals) (x y : nat * nat) : Z :=
  let whole := due W d x y in
  if whole <=? 0 then 0
  else if has_stars d y then Z.max 0 (whole - star_r d y (fst x) - star_s d y (snd x))
  else match U x ?= U y with Lt => whole | Eq => (whole + 1) / 2 | Gt => 0 end.

Definition in_row (alive : list (nat * nat)) (d : duals) (x : nat * nat) (k : nat) : Z :=
  zsum (pays d x) (filter (fun y => Nat.eqb (fst y) k) alive).

Definition spelled (N : node) (d : duals) : duals :=
  let alive := live P N in
  let others := filter (fun x => negb (has_stars d x)) alive in
  let star_of := fun x => (x, (map (fun k => (k, in_row alive d x k)) (seq 0 m), [])) in
  {| D := D d; stars := stars d ++ map star_of others; rows := rows d; columns := columns d; cliques := cliques d |}.

Fixpoint spelled_tree (N : node) (t : tree) : tree :=
  match t with
  | Leaf d => Leaf (spelled N d)
  | Fix d t1 => let d := spelled N d in Fix d (spelled_tree (fixed m n U P claim step N d) t1)
  | Branch x t1 t2 => Branch x (spelled_tree (force x N) t1) (spelled_tree (forbid x N) t2)
  | Empty => Empty
  | Full d => Full d
  | FullFix d t1 => FullFix d (spelled_tree (fixed m n U P claim step N d) t1)
  | Symmetry s t1 t2 => Symmetry s t1 (spelled_tree (turned P (place s) (place t1) N) t2)
  | Cover t1 => Cover (spelled_tree (covered m n P N) t1)
  end.

End Short.

Definition accepted rule A B m n phi attained step (bound : nat) steps : bool :=
  let ms := matches (nodup triple_eq_dec A) (nodup triple_eq_dec B)
    (fun t u => copies rule (count_occ triple_eq_dec A t) (count_occ triple_eq_dec B u)) in
  match read steps with
  | Some t => check_copies rule A B m n phi attained step bound
      (spelled_tree m n (Uof ms) (Wof ms) (candidates ms) (Z.of_nat bound) step root t)
  | None => false
  end.
Definition accepted_graded N gs rule A B m n phi attained step bound steps : bool :=
  let ms := matches (nodup triple_eq_dec A) (nodup triple_eq_dec B)
    (fun t u => copies rule (count_occ triple_eq_dec A t) (count_occ triple_eq_dec B u)) in
  let graded := graded_matches gs A B in
  let U := fun x => (N * Uof ms x + Gof graded x)%Z in
  let pairs := nodup pair_dec (candidates ms ++ map fst graded) in
  match read steps with
  | Some t => check_graded rule N gs A B m n phi attained step bound
      (spelled_tree m n U (fun x y => N * Wof ms x y)%Z pairs bound step root t)
  | None => false
  end.

Definition p (i j : nat) : nat * nat := (i, j).
Definition e (i : nat) (x : Z) : nat * Z := (i, x).
Definition s (i j : nat) (r l : table) := ((i, j), (r, l)).
Definition g (r : role) (x y : nat) (grade : Z) : key * Z := ((r, x, y), grade).
Definition counted N gs rule A B m n phi attained step bound : bool :=
  (1 <=? step)%Z && (bound mod step =? 0)%Z && check_count rule N gs A B m n phi attained bound.

