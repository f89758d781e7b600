(** * Certificates of optimal alignments: a verified checker

    exact/checker.py accepts a certificate: two graphs as triples, an alignment, a claim B and a proof that no alignment
    is worth more than B.  If the alignment is worth B it is optimal; otherwise its value and B are an interval.  This
    file states what that proof has to satisfy, shows that it then proves the claim, and
    ends with a function [check] on such certificates that is proved right ([certified]).

    A pair (i, j) aligns the left variable i (a row) with the right variable j (a column).  [U p] is what the pair p
    matches alone, [W p q] what the pairs p and q match together, and P lists the pairs with any weight.  The value of
    an alignment is the sum of U over its pairs and of W over its couples of pairs; a pair outside P changes no value.

    The proof is a tree.  A node stands for the alignments that contain its forced pairs, contain none of its forbidden
    pairs and cover its required rows and columns.  A leaf and a fix give integers, the duals: D, a(i) for rows, b(j)
    for columns, r(p,k) and s(p,l) for the stars of a pair p, and d for each clique.  A clique is a list of couples of
    pairs, where a couple (p,p) stands for p alone.  Of any two of its couples a pair of the one competes with a pair of
    the other (I5), so an alignment contains one of them at most.  C(p,q) is the sum of d over all places at which the
    couple stands in cliques.  What it pays for is taken away: U'(p) = D*U(p) - C(p,p) and T(p,q) = D*W(p,q) - C(p,q)
    remain.  The conditions [I1] to [I5] below are those at the head of checker.py.  They suffice because of one chain of
    inequalities ([duals_bound]).  For an alignment f of the node, within P, where p = (i,j) and q = (k,l) run over the
    pairs of f, S is the sum of all d and Z the sum of all a, b and d,

        D * value(f)   =  sum of C over what f contains + sum over p of U'(p) + sum over couples of T(p,q)
                      <=  S + sum over p of  U'(p) + sum over q of r(p,k) + s(p,l)          by (I5) and (I2)
                      <=  S + sum over p of  U'(p) + sum of r(p,.) + sum of s(p,.)          by (I1), f being one-to-one
                       =  S + sum over p of  a(i) + b(j) - slack(p)                         by definition of the slack
                       =  Z - slacks of f - a(i) of rows and b(j) of columns f leaves uncovered.

    All that is subtracted at the end is not negative, by (I3) and (I1), so D * value(f) is at most Z, at most
    Z - slack(p) for p in f, and at most Z - a(i) for a row i that f leaves uncovered; likewise for columns.  The step g
    divides every weight and B, so values are multiples of g, and more than B is possible only if D*B + D*g or more is
    left: that closes a leaf and justifies a fix.

    Two kinds of nodes, full leaves and full fixes, may have stars that are negative: r(p,k) where row k is required and is
    not p's own, s(p,l) likewise.  Then (I2) has to hold for all couples of live pairs that one alignment can contain
    ([J2]), and the second inequality above still does: what p has for a line that is required is used by the one
    other pair of f in that line.  This is the dual of the first level of the reformulation-linearization technique (Adams
    & Johnson 1994).  checker.py takes no cliques there; here they would do no harm.

    Two kinds change the node.  A symmetry is a permutation of the rows and one of the columns that keep all weights and
    the set of the forced pairs: where pairs are forbidden, their images can be, too.  That needs more to be known of
    a node than which alignments are in it, and so [tree_sound] is an induction with this: an alignment that contains the
    forced pairs and is *not* in the node is worth no more than B ([excluded]).  A branch has that in its second half
    because its first half proved it ([settled]); and if an alignment contains the image of a forbidden pair, the
    alignment that it is the image of contains the pair, and is worth the same ([turned_excluded]).  Cover requires the
    lines that some best alignment covers.  A row is [coverable] if, of the columns it has pairs with, there are more than
    there are other rows with pairs there.  An alignment that leaves it alone leaves one of these columns alone, too
    ([extends]); with that pair it is worth no less, as no weight is negative.  So what bounds the alignments that cover
    all such lines bounds all ([whole_enough]), and trees need speak of these alone; symmetries map such lines onto such
    lines ([coverable_from]).

    What corresponds to checker.py, and what does not:

    - [tree], [node], [live], [I1] to [I5] and [tree_ok] are the format; [treeb] tests for it, and refuses malformed
      tables as well.  The nodes are called [Leaf], [Fix], [Branch], [Empty], [Full], [FullFix], [Symmetry] and [Cover], since fix is
      a word of Coq itself.  A [Cover] is sound anywhere; checker.py takes it as the first node only.
      checker.py reads them from a list in prefix order: [read] makes a tree of such a list.
    - [matches], [Uof], [Wof] and [candidates] are the function weights; [C1] and [C2] are check_alignment; [stepb] is
      the test of "step"; [check] is the function check.  [check] counts the entries of the left list, which is the rule "set" if no triple of that
      list is repeated; [check_copies] has the rules "set", "multiset" and "product".
    - checker.py also reads JSON, refuses numbers from 10^36 on, limits what it looks at, and compares a hash.  None of that is here, nor is the
      way from a graph in PENMAN notation to its triples. *)

From Coq Require Import Arith Lia Bool List Permutation ZArith.
From SmatchProof Require Import Smatch Sums.
Import ListNotations.
Local Open Scope Z_scope.

(** ** The format *)

(** What is not listed in a table is 0. *)
Definition table := list (nat * Z).

Fixpoint entry (t : table) (i : nat) : Z :=
  match t with
  | [] => 0
  | (k, x) :: rest => if Nat.eqb k i then x else entry rest i
  end.

Record duals := {
  D : Z;
  stars : list ((nat * nat) * (table * table));
  rows : table;
  columns : table;
  cliques : list (Z * list ((nat * nat) * (nat * nat))) }.

Inductive tree :=
  | Leaf (d : duals)                             (* nothing in this node is worth more than the claim *)
  | Fix (d : duals) (t : tree)                   (* forbid some pairs, require some rows and columns, and go on *)
  | Branch (p : nat * nat) (with_p without_p : tree)
  | Empty                                        (* no alignment is in this node *)
  | Full (d : duals)                             (* a leaf with negative stars, where no pair pays by default *)
  | FullFix (d : duals) (t : tree)               (* a fix with such stars *)
  | Symmetry (s t : list nat) (below : tree)     (* rows go to [s], columns to [t]: forbid the images of forbidden pairs *)
  | Cover (t : tree).                            (* require the lines that some best alignment covers *)

(** The stars of a pair: a table over rows and a table over columns. *)
Fixpoint star (ss : list ((nat * nat) * (table * table))) (p : nat * nat) : table * table :=
  match ss with
  | [] => ([], [])
  | (q, parts) :: rest => if pair_dec q p then parts else star rest p
  end.

(** Each couple of a clique with the dual of that, and whether it is the couple of [p] and [q], in any order. *)
Definition in_cliques (ks : list (Z * list ((nat * nat) * (nat * nat)))) : list (((nat * nat) * (nat * nat)) * Z) :=
  flat_map (fun k => map (fun c => (c, fst k)) (snd k)) ks.

Definition joined (c : (nat * nat) * (nat * nat)) (p q : nat * nat) : bool :=
  (if pair_dec (fst c) p then if pair_dec (snd c) q then true else false else false)
  || (if pair_dec (fst c) q then if pair_dec (snd c) p then true else false else false).

(** What the cliques pay for two pairs that are together in an alignment, or for one: C(p,q) above. *)
Definition cliques_pay (d : duals) (p q : nat * nat) : Z :=
  zsum (fun e => if joined (fst e) p q then snd e else 0) (in_cliques (cliques d)).

Lemma cliques_pay_sym d p q : cliques_pay d p q = cliques_pay d q p.
Proof. apply zsum_ext. intros e _. unfold joined. rewrite orb_comm. reflexivity. Qed.

Definition dual_a (d : duals) (i : nat) : Z := entry (rows d) i.
Definition dual_b (d : duals) (j : nat) : Z := entry (columns d) j.
Definition star_r (d : duals) (p : nat * nat) (k : nat) : Z := entry (fst (star (stars d) p)) k.
Definition star_s (d : duals) (p : nat * nat) (l : nat) : Z := entry (snd (star (stars d) p)) l.

Record node := {
  forced : align;
  forbidden : align;
  required_rows : list nat;
  required_columns : list nat }.

Definition root : node := {| forced := []; forbidden := []; required_rows := []; required_columns := [] |}.

(** A forced pair requires its row and its column. *)
Definition force (p : nat * nat) (N : node) : node := {|
  forced := p :: forced N;
  forbidden := forbidden N;
  required_rows := fst p :: required_rows N;
  required_columns := snd p :: required_columns N |}.

Definition forbid (p : nat * nat) (N : node) : node := {|
  forced := forced N;
  forbidden := p :: forbidden N;
  required_rows := required_rows N;
  required_columns := required_columns N |}.

Definition in_node (phi : align) (N : node) : Prop :=
  (forall p, In p (forced N) -> In p phi) /\
  (forall p, In p (forbidden N) -> ~ In p phi) /\
  (forall i, In i (required_rows N) -> In i (map fst phi)) /\
  (forall j, In j (required_columns N) -> In j (map snd phi)).

(** Two pairs that one alignment can contain. *)
Definition compatible (p q : nat * nat) := p = q \/ (fst p <> fst q /\ snd p <> snd q).

(** A pair of one couple competes with a pair of the other. *)
Definition rivals (c e : (nat * nat) * (nat * nat)) : Prop :=
  exists p q, (p = fst c \/ p = snd c) /\ (q = fst e \/ q = snd e) /\ ~ compatible p q.

(** The forced pairs do not compete, and none of them is forbidden. *)
Definition consistent (N : node) : Prop :=
  forall p, In p (forced N) -> ~ In p (forbidden N) /\ forall q, In q (forced N) -> compatible p q.

(** ** Membership and compatibility as tests *)

Definition mem {T} (dec : forall x y : T, {x = y} + {x <> y}) (x : T) (l : list T) : bool :=
  if in_dec dec x l then true else false.

Definition compatibleb (p q : nat * nat) : bool := Bool.eqb (Nat.eqb (fst p) (fst q)) (Nat.eqb (snd p) (snd q)).

Definition consistentb (N : node) : bool :=
  forallb (fun p => negb (mem pair_dec p (forbidden N)) && forallb (compatibleb p) (forced N)) (forced N).

Lemma mem_iff {T} dec (x : T) l : mem dec x l = true <-> In x l.
Proof. unfold mem. destruct (in_dec dec x l); split; auto; discriminate. Qed.

Lemma mem_false_iff {T} dec (x : T) l : negb (mem dec x l) = true <-> ~ In x l.
Proof. rewrite <- (mem_iff dec). destruct (mem dec x l); simpl; split; congruence. Qed.

Lemma compatibleb_iff p q : compatibleb p q = true <-> compatible p q.
Proof.
  destruct p as [i j], q as [k l]. unfold compatibleb, compatible. simpl.
  destruct (Nat.eqb_spec i k) as [->|Ni], (Nat.eqb_spec j l) as [->|Nj]; simpl; split; auto; try discriminate.
  - intros [E|[E _]]; congruence.
  - intros [E|[_ E]]; congruence.
Qed.

Definition rivalsb (c e : (nat * nat) * (nat * nat)) : bool :=
  negb (compatibleb (fst c) (fst e) && compatibleb (fst c) (snd e)
        && compatibleb (snd c) (fst e) && compatibleb (snd c) (snd e)).

Lemma rivalsb_ok c e : rivalsb c e = true -> rivals c e.
Proof.
  unfold rivalsb. rewrite negb_true_iff, !andb_false_iff. unfold rivals.
  assert (No : forall p q, compatibleb p q = false -> ~ compatible p q).
  { intros p q E K. apply compatibleb_iff in K. congruence. }
  intros [[[E|E]|E]|E]; apply No in E; eauto 8.
Qed.

(** A test of each two elements of a list. *)
Fixpoint pairwise {T} (test : T -> T -> bool) (l : list T) : bool :=
  match l with
  | [] => true
  | x :: rest => forallb (test x) rest && pairwise test rest
  end.

Lemma pairwise_ok {T} (test : T -> T -> bool) (R : T -> T -> Prop) l :
  (forall x y, test x y = true -> R x y) -> pairwise test l = true -> ForallOrdPairs R l.
Proof.
  intros Means. induction l as [|x l IH]; cbn [pairwise]; intros H; [constructor|].
  apply andb_true_iff in H. destruct H as [Hx Hl]. constructor; [|apply IH, Hl].
  apply Forall_forall. rewrite forallb_forall in Hx. auto.
Qed.

Lemma consistentb_iff N : consistentb N = true <-> consistent N.
Proof.
  unfold consistentb, consistent. rewrite forallb_forall. split; intros H p Hp; specialize (H p Hp).
  - apply andb_prop in H. destruct H as [H K]. rewrite forallb_forall in K. split.
    + apply mem_false_iff in H. exact H.
    + intros q Hq. apply compatibleb_iff, K, Hq.
  - destruct H as [H K]. apply andb_true_intro. split.
    + apply mem_false_iff, H.
    + apply forallb_forall. intros q Hq. apply compatibleb_iff, K, Hq.
Qed.

(** ** When a tree is a proof *)

(** The value of an alignment: every pair counts alone, and with every pair after it. *)
Fixpoint value (U : nat * nat -> Z) (W : nat * nat -> nat * nat -> Z) (phi : align) : Z :=
  match phi with
  | [] => 0
  | p :: rest => U p + zsum (W p) rest + value U W rest
  end.

Section Tree.

Variables m n : nat.                        (* the numbers of rows and of columns *)
Variable U : nat * nat -> Z.                (* what a pair matches alone *)
Variable W : nat * nat -> nat * nat -> Z.   (* what two pairs match together *)
Variable P : list (nat * nat).              (* the pairs with weight *)
Variable claim : Z.
Variable step : Z.                          (* divides every weight and the claim *)

(** The pairs with weight that are not forbidden and are compatible with every forced pair; see [in_live]. *)
Definition live (N : node) : list (nat * nat) :=
  if consistentb N
  then filter (fun p => negb (mem pair_dec p (forbidden N)) && forallb (compatibleb p) (forced N)) P
  else [].

(** What the cliques leave of the weight of a pair, and of two: U'(p) and T(p,q) above. *)
Definition own (d : duals) (p : nat * nat) : Z := D d * U p - cliques_pay d p p.

Definition due (d : duals) (p q : nat * nat) : Z := D d * W p q - cliques_pay d p q.

(** What the row and the column of [p] have to pay for it. *)
Definition needed (d : duals) (p : nat * nat) : Z :=
  own d p + zsum (star_r d p) (seq 0 m) + zsum (star_s d p) (seq 0 n).

Definition slack (d : duals) (p : nat * nat) : Z := dual_a d (fst p) + dual_b d (snd p) - needed d p.

Definition total (d : duals) : Z := zsum (dual_a d) (seq 0 m) + zsum (dual_b d) (seq 0 n) + zsum fst (cliques d).

Definition limit (d : duals) : Z := D d * claim + D d * step - 1.

(** Signs: only the duals of required rows and columns may be negative. *)
Definition I1 (N : node) (d : duals) : Prop :=
  1 <= D d /\
  (forall p k, 0 <= star_r d p k) /\
  (forall p l, 0 <= star_s d p l) /\
  (forall i, (i < m)%nat -> ~ In i (required_rows N) -> 0 <= dual_a d i) /\
  (forall j, (j < n)%nat -> ~ In j (required_columns N) -> 0 <= dual_b d j).

(** The stars of two live pairs pay for what the cliques leave of what the pairs match together. *)
Definition I2 (N : node) (d : duals) : Prop :=
  forall p q, In p (live N) -> In q (live N) -> 0 < W p q ->
  due d p q <= star_r d p (fst q) + star_s d p (snd q) + (star_r d q (fst p) + star_s d q (snd p)).

(** Row and column of a live pair pay for what the cliques leave of what it matches alone, and for its stars; what remains
    is its slack. *)
Definition I3 (N : node) (d : duals) : Prop :=
  forall p, In p (live N) -> needed d p <= dual_a d (fst p) + dual_b d (snd p).

(** Rows, columns and cliques together have less than a value above the claim would need. *)
Definition I4 (d : duals) : Prop := total d <= limit d.

(** No dual of a clique is negative, and any two of its couples compete. *)
Definition I5 (d : duals) : Prop := forall k, In k (cliques d) -> 0 <= fst k /\ ForallOrdPairs rivals (snd k).

Definition duals_ok (N : node) (d : duals) : Prop := I1 N d /\ I2 N d /\ I3 N d /\ I5 d.

Definition leaf (N : node) (d : duals) : Prop := duals_ok N d /\ I4 d.

(** No more than the claim is possible for an alignment that forgoes [x] of the total. *)
Definition hopeless (d : duals) (x : Z) : bool := total d - x <=? limit d.

(** A line has a dual if that is not 0: whether a table lists its zeros makes no difference. *)
Definition listed (t : table) (i : nat) : bool := negb (entry t i =? 0).

(** The node that follows a fix: hopeless pairs are forbidden, and rows and columns that are hopeless if uncovered are
    required. *)
Definition fixed (N : node) (d : duals) : node := {|
  forced := forced N;
  forbidden := filter (fun p => hopeless d (slack d p)) (live N) ++ forbidden N;
  required_rows :=
    filter (fun i => listed (rows d) i && hopeless d (dual_a d i)) (seq 0 m) ++ required_rows N;
  required_columns :=
    filter (fun j => listed (columns d) j && hopeless d (dual_b d j)) (seq 0 n) ++ required_columns N |}.

(** A required row or column has no live pair. *)
Definition empty (N : node) : Prop :=
  (exists i, In i (required_rows N) /\ forall p, In p (live N) -> fst p <> i) \/
  (exists j, In j (required_columns N) /\ forall p, In p (live N) -> snd p <> j).

(** *** Stars that may be negative

    A dual of a star may be negative, too, if each alignment of the node covers its line, and if it is not a line of the
    pair itself.  Then all couples of live pairs that can be in one alignment have to be paid for, also those that match
    nothing together. *)

Definition J1 (N : node) (d : duals) : Prop :=
  1 <= D d /\
  (forall p k, 0 <= star_r d p k \/ (In k (required_rows N) /\ k <> fst p)) /\
  (forall p l, 0 <= star_s d p l \/ (In l (required_columns N) /\ l <> snd p)) /\
  (forall i, (i < m)%nat -> ~ In i (required_rows N) -> 0 <= dual_a d i) /\
  (forall j, (j < n)%nat -> ~ In j (required_columns N) -> 0 <= dual_b d j).

Definition J2 (N : node) (d : duals) : Prop :=
  forall p q, In p (live N) -> In q (live N) -> fst p <> fst q -> snd p <> snd q ->
  due d p q <= star_r d p (fst q) + star_s d p (snd q) + (star_r d q (fst p) + star_s d q (snd p)).

Definition full_ok (N : node) (d : duals) : Prop := J1 N d /\ J2 N d /\ I3 N d /\ I5 d.

(** *** Symmetries

    [h] says where a pair comes from: row [hs i] goes to row [i], column [ht j] to column [j]. *)

Definition permutes (k : nat) (f : nat -> nat) : Prop :=
  (forall i, (i < k)%nat -> (f i < k)%nat) /\
  (forall i j, (i < k)%nat -> (j < k)%nat -> f i = f j -> i = j).

Definition from (hs ht : nat -> nat) (p : nat * nat) : nat * nat := (hs (fst p), ht (snd p)).

(** No weight is lost on the way back (so none is won: a permutation comes back to where it began), and forced pairs come
    from forced pairs. *)
Definition symmetric (hs ht : nat -> nat) (N : node) : Prop :=
  permutes m hs /\ permutes n ht /\
  (forall p, In p P -> In (from hs ht p) P /\ U p <= U (from hs ht p)) /\
  (forall p q, In p P -> In q P -> W p q <= W (from hs ht p) (from hs ht q)) /\
  (forall p, In p (forced N) -> In (from hs ht p) (forced N)).

(** Without the images of forbidden pairs. *)
Definition turned (hs ht : nat -> nat) (N : node) : node := {|
  forced := forced N;
  forbidden := filter (fun p => mem pair_dec (from hs ht p) (forbidden N)) P ++ forbidden N;
  required_rows := required_rows N;
  required_columns := required_columns N |}.

(** The position of a number in a list: if that says where each index goes, where it comes from. *)
Fixpoint place (l : list nat) (i : nat) : nat :=
  match l with
  | [] => 0
  | x :: rest => if Nat.eqb x i then 0 else S (place rest i)
  end.

(** *** Lines that can be covered

    A row is [coverable] if, of some columns that it has pairs with, there are more than there are other rows with pairs
    there.  Then an alignment that leaves the row alone leaves one of these columns alone, too.  Columns likewise. *)

Definition coverable (Q : list (nat * nat)) (i : nat) : Prop :=
  exists cs rs, NoDup cs /\ (forall j, In j cs -> In (i, j) Q) /\
    (forall i' j, In j cs -> In (i', j) Q -> i' = i \/ In i' rs) /\ (length rs < length cs)%nat.

Definition swap (p : nat * nat) : nat * nat := (snd p, fst p).

(** An alignment that covers all that can be covered. *)
Definition whole (phi : align) : Prop :=
  (forall i, coverable P i -> In i (map fst phi)) /\ (forall j, coverable (map swap P) j -> In j (map snd phi)).

(** The test: it asks about all columns that the row has pairs with. *)
Definition coverb (Q : list (nat * nat)) (i : nat) : bool :=
  let cs := nodup Nat.eq_dec (map snd (filter (fun p => Nat.eqb (fst p) i) Q)) in
  let rs := nodup Nat.eq_dec (map fst (filter (fun p => negb (Nat.eqb (fst p) i) && mem Nat.eq_dec (snd p) cs) Q)) in
  Nat.ltb (length rs) (length cs).

Definition covered (N : node) : node := {|
  forced := forced N;
  forbidden := forbidden N;
  required_rows := filter (coverb P) (seq 0 m) ++ required_rows N;
  required_columns := filter (coverb (map swap P)) (seq 0 n) ++ required_columns N |}.

Fixpoint tree_ok (N : node) (t : tree) : Prop :=
  match t with
  | Leaf d => leaf N d
  | Fix d t1 => duals_ok N d /\ tree_ok (fixed N d) t1
  | Branch p t1 t2 => In p P /\ tree_ok (force p N) t1 /\ tree_ok (forbid p N) t2
  | Empty => empty N
  | Full d => full_ok N d /\ I4 d
  | FullFix d t1 => full_ok N d /\ tree_ok (fixed N d) t1
  | Symmetry s t t1 => symmetric (place s) (place t) N /\ tree_ok (turned (place s) (place t) N) t1
  | Cover t1 => tree_ok (covered N) t1
  end.

Lemma in_live N p :
  In p (live N) <->
  consistent N /\ In p P /\ ~ In p (forbidden N) /\ forall q, In q (forced N) -> compatible p q.
Proof.
  unfold live. rewrite <- consistentb_iff. destruct (consistentb N); [|simpl; intuition discriminate].
  rewrite filter_In, andb_true_iff, mem_false_iff, forallb_forall. split.
  - intros (HP & HX & HF). repeat split; auto. intros q Hq. apply compatibleb_iff, HF, Hq.
  - intros (_ & HP & HX & HF). repeat split; auto. intros q Hq. apply compatibleb_iff, HF, Hq.
Qed.

(** ** Soundness *)

Hypothesis P_inside : forall p, In p P -> (fst p < m)%nat /\ (snd p < n)%nat.
Hypothesis P_all : forall p, ~ In p P -> U p = 0 /\ forall q, W p q = 0 /\ W q p = 0.
Hypothesis step_claim : (step | claim).
Hypothesis step_U : forall p, (step | U p).
Hypothesis step_W : forall p q, (step | W p q).

(** So it divides the value of every alignment. *)
Lemma step_value phi : (step | value U W phi).
Proof.
  assert (Sum : forall p l, (step | zsum (W p) l)).
  { intros p l. induction l as [|q l IH]; cbn [zsum]; [apply Z.divide_0_r | apply Z.divide_add_r; auto]. }
  induction phi as [|p phi IH]; cbn [value]; [apply Z.divide_0_r|].
  apply Z.divide_add_r; [apply Z.divide_add_r|]; auto.
Qed.

Lemma pinj_compatible phi p q : pinj phi -> In p phi -> In q phi -> compatible p q.
Proof.
  intros [N1 N2] Hp Hq. destruct (pair_dec p q) as [E|E]; [left; exact E | right].
  split; intros K; apply E; [apply (NoDup_map_inj fst phi) | apply (NoDup_map_inj snd phi)]; assumption.
Qed.

(** The pairs of an alignment that is in a node are live in it. *)
Lemma pinj_live phi N p : pinj phi -> incl phi P -> in_node phi N -> In p phi -> In p (live N).
Proof.
  intros PI Sub (HF & HX & _) Hp.
  assert (Fit : forall q r, In q phi -> In r (forced N) -> ~ In q (forbidden N) /\ compatible q r).
  { intros q r Hq Hr. split; [intros K; exact (HX q K Hq) | apply (pinj_compatible phi); auto]. }
  apply in_live. split; [|split; [|split]].
  - intros q Hq. split; [apply (Fit q q); auto | intros r Hr; apply (Fit q r); auto].
  - apply Sub, Hp.
  - intros K. exact (HX p K Hp).
  - intros q Hq. apply (Fit p q); auto.
Qed.

(** What the stars of [p] contribute to the couple of [p] and [q]. *)
Definition share (d : duals) (p q : nat * nat) : Z := star_r d p (fst q) + star_s d p (snd q).

(** *** Cliques *)

Lemma cliques_pay_nonneg d p q : I5 d -> 0 <= cliques_pay d p q.
Proof.
  intros Ok. apply zsum_nonneg. intros e He. destruct (joined (fst e) p q); [|lia].
  unfold in_cliques in He. apply in_flat_map in He. destruct He as (k & Hk & He). apply in_map_iff in He.
  destruct He as (c & <- & _). apply (Ok k Hk).
Qed.

Lemma value_ext U1 W1 U2 W2 phi :
  (forall p, U1 p = U2 p) -> (forall p q, W1 p q = W2 p q) -> value U1 W1 phi = value U2 W2 phi.
Proof.
  intros EU EW. induction phi as [|p phi IH]; cbn [value]; [reflexivity|]. rewrite IH, EU.
  rewrite (zsum_ext (W1 p) (W2 p)) by (intros q _; apply EW). reflexivity.
Qed.

Lemma value_add U1 W1 U2 W2 phi :
  value (fun p => U1 p + U2 p) (fun p q => W1 p q + W2 p q) phi = value U1 W1 phi + value U2 W2 phi.
Proof. induction phi as [|p phi IH]; cbn [value]; [reflexivity|]. rewrite IH, zsum_add. lia. Qed.

Lemma value_mul x U1 W1 phi : value (fun p => x * U1 p) (fun p q => x * W1 p q) phi = x * value U1 W1 phi.
Proof. induction phi as [|p phi IH]; cbn [value]; [lia|]. rewrite IH, zsum_mul. lia. Qed.

Lemma value_0 phi : value (fun _ => 0) (fun _ _ => 0) phi = 0.
Proof. induction phi as [|p phi IH]; cbn [value]; [reflexivity|]. rewrite IH, zsum_0. reflexivity. Qed.

(** One couple is paid for once, if both of its pairs are in the alignment. *)
Lemma couple_value (c : (nat * nat) * (nat * nat)) x phi :
  NoDup phi ->
  value (fun p => if joined c p p then x else 0) (fun p q => if joined c p q then x else 0) phi
  = if mem pair_dec (fst c) phi && mem pair_dec (snd c) phi then x else 0.
Proof.
  destruct c as [a b]. unfold joined. cbn [fst snd].
  assert (Absent : forall l, ~ (In a l /\ In b l) ->
    (if mem pair_dec a l && mem pair_dec b l then x else 0) = 0).
  { intros l Out. destruct (mem pair_dec a l) eqn:Ea; [|reflexivity]. destruct (mem pair_dec b l) eqn:Eb; [|reflexivity].
    apply mem_iff in Ea, Eb. tauto. }
  assert (Present : forall l, In a l -> In b l -> (if mem pair_dec a l && mem pair_dec b l then x else 0) = x).
  { intros l Ha Hb. apply (mem_iff pair_dec) in Ha, Hb. rewrite Ha, Hb. reflexivity. }
  assert (One : forall y l, NoDup l -> zsum (fun q => if pair_dec y q then x else 0) l = if mem pair_dec y l then x else 0).
  { intros y l ND. rewrite (zsum_one pair_dec (fun _ => x)) by exact ND. unfold mem. destruct (in_dec pair_dec y l); reflexivity. }
  induction phi as [|p phi IH]; cbn [value]; intros ND; [rewrite Absent; [reflexivity | simpl; tauto]|].
  apply NoDup_cons_iff in ND. destruct ND as [Out ND]. rewrite (IH ND). clear IH.
  destruct (pair_dec a p) as [->|Na], (pair_dec b p) as [->|Nb].
  - rewrite (Absent phi), (Present (p :: phi)) by (simpl; tauto). cbn [orb].
    rewrite zsum_zero; [lia|]. intros q Hq. destruct (pair_dec p q) as [->|]; [contradiction | reflexivity].
  - rewrite (Absent phi) by tauto. cbn [orb].
    rewrite (zsum_ext _ (fun q => if pair_dec b q then x else 0)) by
      (intros q _; destruct (pair_dec b q), (pair_dec p q); reflexivity).
    rewrite One by exact ND.
    destruct (mem pair_dec b phi) eqn:E.
    + apply mem_iff in E. rewrite Present by (simpl; auto). lia.
    + rewrite Absent; [lia|]. intros [_ [K|K]]; [congruence|]. apply (mem_iff pair_dec) in K. congruence.
  - rewrite (Absent phi) by tauto. cbn [orb].
    rewrite (zsum_ext _ (fun q => if pair_dec a q then x else 0)) by
      (intros q _; destruct (pair_dec a q), (pair_dec p q); reflexivity).
    rewrite One by exact ND.
    destruct (mem pair_dec a phi) eqn:E.
    + apply mem_iff in E. rewrite Present by (simpl; auto). lia.
    + rewrite Absent; [lia|]. intros [[K|K] _]; [congruence|]. apply (mem_iff pair_dec) in K. congruence.
  - cbn [orb]. rewrite (zsum_zero _ phi) by (intros q _; destruct (pair_dec a q); reflexivity).
    destruct (mem pair_dec a phi && mem pair_dec b phi) eqn:E.
    + apply andb_true_iff in E. rewrite !mem_iff in E. rewrite Present by (simpl; tauto). lia.
    + rewrite Absent; [lia|]. intros [[K|K] [L|L]]; try congruence.
      apply (mem_iff pair_dec) in K, L. rewrite K, L in E. discriminate.
Qed.

(** What the cliques pay in an alignment is no more than the sum of their duals. *)
Lemma cliques_value ks phi :
  pinj phi -> (forall k, In k ks -> 0 <= fst k /\ ForallOrdPairs rivals (snd k)) ->
  value (fun p => zsum (fun e => if joined (fst e) p p then snd e else 0) (in_cliques ks))
        (fun p q => zsum (fun e => if joined (fst e) p q then snd e else 0) (in_cliques ks)) phi <= zsum fst ks.
Proof.
  intros PI. assert (ND : NoDup phi) by (destruct PI as [N1 _]; apply (NoDup_map_inv fst), N1).
  induction ks as [|[x cs] ks IH]; intros Ok.
  - cbn [in_cliques flat_map zsum]. rewrite value_0. lia.
  - unfold in_cliques. cbn [flat_map zsum fst snd]. fold (in_cliques ks).
    rewrite (value_ext _ _
      (fun p => zsum (fun c => if joined c p p then x else 0) cs
                + zsum (fun e => if joined (fst e) p p then snd e else 0) (in_cliques ks))
      (fun p q => zsum (fun c => if joined c p q then x else 0) cs
                  + zsum (fun e => if joined (fst e) p q then snd e else 0) (in_cliques ks)))
      by (intros; rewrite zsum_app, zsum_map; reflexivity).
    rewrite value_add. apply Z.add_le_mono; [|apply IH; intros k Hk; apply Ok; simpl; auto].
    destruct (Ok (x, cs)) as [Pos Apart]; [simpl; auto|]. cbn [fst snd] in Pos, Apart. clear IH Ok ks.
    induction cs as [|c cs IH]; cbn [zsum]; [rewrite value_0; exact Pos|].
    rewrite value_add, couple_value by exact ND. inversion Apart as [|c' cs' Away Rest]; subst c' cs'.
    destruct (mem pair_dec (fst c) phi && mem pair_dec (snd c) phi) eqn:E; [|specialize (IH Rest); lia].
    apply andb_true_iff in E. rewrite !mem_iff in E. destruct E as [H1 H2].
    enough (value (fun p => zsum (fun c => if joined c p p then x else 0) cs)
                  (fun p q => zsum (fun c => if joined c p q then x else 0) cs) phi <= 0) by lia.
    clear IH Apart Rest. induction cs as [|e cs IH]; cbn [zsum]; [rewrite value_0; lia|].
    apply Forall_cons_iff in Away. destruct Away as [(p & q & Hp & Hq & No) Away].
    rewrite value_add, couple_value by exact ND. specialize (IH Away).
    destruct (mem pair_dec (fst e) phi && mem pair_dec (snd e) phi) eqn:E; [|lia]. exfalso.
    apply andb_true_iff in E. rewrite !mem_iff in E. destruct E as [K1 K2]. apply No.
    apply (pinj_compatible phi); [exact PI | destruct Hp as [->| ->]; assumption | destruct Hq as [->| ->]; assumption].
Qed.

(** Stars that are not negative are a special case. *)
Lemma duals_full N d : duals_ok N d -> full_ok N d.
Proof.
  intros ((Pos & R & S & A & B) & Paid & Left & Apart). split; [|split; [|split; [exact Left | exact Apart]]].
  - repeat split; auto.
  - intros p q Hp Hq _ _. destruct (Z_lt_le_dec 0 (W p q)) as [More|Le]; [apply Paid; assumption|].
    assert (D d * W p q <= 0) by (apply Z.mul_nonneg_nonpos; lia).
    pose proof (cliques_pay_nonneg d p q Apart). unfold due.
    pose proof (R p (fst q)). pose proof (S p (snd q)). pose proof (R q (fst p)). pose proof (S q (snd p)). lia.
Qed.

Section Duals.

Variables (N : node) (d : duals) (phi : align).
Hypothesis DualsOk : full_ok N d.
Hypothesis One_to_one : pinj phi.
Hypothesis Weighted : incl phi P.
Hypothesis Here : in_node phi N.

Lemma fst_inside : incl (map fst phi) (seq 0 m).
Proof.
  intros i Hi. apply in_map_iff in Hi. destruct Hi as (p & <- & Hp).
  apply in_seq. destruct (P_inside p); auto. lia.
Qed.

Lemma snd_inside : incl (map snd phi) (seq 0 n).
Proof.
  intros j Hj. apply in_map_iff in Hj. destruct Hj as (p & <- & Hp).
  apply in_seq. destruct (P_inside p); auto. lia.
Qed.

(** What [p] contributes to a couple with another pair. *)
Definition gives (p q : nat * nat) : Z := if pair_dec p q then 0 else share d p q.

(** By (I2), the stars of two pairs of the alignment pay for what the cliques leave of what the pairs match together. *)
Lemma couple_paid p q : In p phi -> In q phi -> p <> q -> due d p q <= gives p q + gives q p.
Proof.
  intros Hp Hq Ne. unfold gives. destruct (pair_dec p q) as [|_]; [contradiction|].
  destruct (pair_dec q p) as [E|_]; [exfalso; apply Ne; auto|].
  destruct (pinj_compatible phi p q) as [|[N1 N2]]; auto; [contradiction|].
  apply DualsOk; auto; apply (pinj_live phi); auto.
Qed.

Lemma value_shares l :
  NoDup l -> incl l phi -> value (own d) (due d) l <= zsum (fun p => own d p + zsum (gives p) l) l.
Proof.
  induction l as [|p l IH]; intros ND Sub; [simpl; lia|]. apply NoDup_cons_iff in ND. destruct ND as [Out ND].
  assert (Hp : In p phi) by (apply Sub; simpl; auto).
  assert (Hl : incl l phi) by (intros x Hx; apply Sub; simpl; auto).
  specialize (IH ND Hl).
  assert (Couples : zsum (due d p) l <= zsum (gives p) l + zsum (fun q => gives q p) l).
  { rewrite <- zsum_add. apply zsum_le. intros q Hq. apply couple_paid; auto. intros ->. contradiction. }
  assert (Own : gives p p = 0) by (unfold gives; destruct (pair_dec p p); tauto).
  cbn [value zsum]. rewrite zsum_add in IH |- *. rewrite zsum_add. lia.
Qed.

(** The pairs of the alignment lie in different rows and different columns, so each dual is used at most once; and one
    that is negative is used, as its line is covered by another pair. *)
Lemma shares_stars p :
  In p phi -> zsum (gives p) phi <= zsum (star_r d p) (seq 0 m) + zsum (star_s d p) (seq 0 n).
Proof.
  intros Hp. destruct DualsOk as ((_ & R & S & _) & _), One_to_one as [N1 N2], Here as (_ & _ & HR & HC).
  set (r := fun k => if Nat.eq_dec k (fst p) then 0 else star_r d p k).
  set (s := fun l => if Nat.eq_dec l (snd p) then 0 else star_s d p l).
  rewrite (zsum_ext _ (fun q => r (fst q) + s (snd q))).
  - rewrite zsum_add, <- (zsum_map fst r), <- (zsum_map snd s).
    apply Z.add_le_mono.
    + eapply Z.le_trans; [apply (zsum_sub r _ (seq 0 m)); auto using seq_NoDup, fst_inside|].
      * intros k _ Out. unfold r. destruct (Nat.eq_dec k (fst p)) as [_|_]; [lia|].
        destruct (R p k) as [K|[K _]]; [exact K | exfalso; apply Out, HR, K].
      * apply zsum_le. intros k _. unfold r. destruct (Nat.eq_dec k (fst p)) as [->|_]; [|lia].
        destruct (R p (fst p)) as [K|[_ K]]; [exact K | tauto].
    + eapply Z.le_trans; [apply (zsum_sub s _ (seq 0 n)); auto using seq_NoDup, snd_inside|].
      * intros l _ Out. unfold s. destruct (Nat.eq_dec l (snd p)) as [_|_]; [lia|].
        destruct (S p l) as [K|[K _]]; [exact K | exfalso; apply Out, HC, K].
      * apply zsum_le. intros l _. unfold s. destruct (Nat.eq_dec l (snd p)) as [->|_]; [|lia].
        destruct (S p (snd p)) as [K|[_ K]]; [exact K | tauto].
  - intros q Hq. unfold gives, share, r, s. destruct (pair_dec p q) as [<-|Ne].
    + destruct (Nat.eq_dec (fst p) (fst p)), (Nat.eq_dec (snd p) (snd p)); tauto.
    + destruct (pinj_compatible phi p q) as [|[E1 E2]]; auto; [contradiction|].
      destruct (Nat.eq_dec (fst q) (fst p)), (Nat.eq_dec (snd q) (snd p)); try congruence; reflexivity.
Qed.

(** The indices below [k] that the list [l] leaves out. *)
Definition others (k : nat) (l : list nat) : list nat := filter (fun i => negb (mem Nat.eq_dec i l)) (seq 0 k).

Lemma in_others k l i : In i (others k l) <-> (i < k)%nat /\ ~ In i l.
Proof. unfold others. rewrite filter_In, in_seq, mem_false_iff. split; intros [H K]; split; auto; lia. Qed.

Lemma zsum_others (f : nat -> Z) k l :
  NoDup l -> incl l (seq 0 k) -> zsum f (seq 0 k) = zsum f l + zsum f (others k l).
Proof.
  intros ND Sub. rewrite (zsum_filter f (fun i => mem Nat.eq_dec i l) (seq 0 k)). f_equal.
  apply zsum_permutation, NoDup_Permutation; [apply NoDup_filter, seq_NoDup | exact ND|].
  intros i. rewrite filter_In, mem_iff. split; [tauto | auto].
Qed.

(** The chain of inequalities at the head of this file. *)
Theorem duals_bound :
  D d * value U W phi + zsum (slack d) phi
  + zsum (dual_a d) (others m (map fst phi)) + zsum (dual_b d) (others n (map snd phi)) <= total d.
Proof.
  destruct One_to_one as [N1 N2].
  assert (Parts : D d * value U W phi
                = value (own d) (due d) phi + value (fun p => cliques_pay d p p) (cliques_pay d) phi).
  { rewrite <- value_mul, <- value_add. apply value_ext; unfold own, due; intros; lia. }
  assert (Cliques : value (fun p => cliques_pay d p p) (cliques_pay d) phi <= zsum fst (cliques d)).
  { apply cliques_value; [exact One_to_one | apply DualsOk]. }
  assert (Paid : value (own d) (due d) phi <= zsum (needed d) phi).
  { eapply Z.le_trans; [apply value_shares; [apply (NoDup_map_inv fst), N1 | apply incl_refl]|].
    apply zsum_le. intros p Hp. pose proof (shares_stars p Hp). unfold needed. lia. }
  assert (Slacks : zsum (needed d) phi + zsum (slack d) phi
                 = zsum (dual_a d) (map fst phi) + zsum (dual_b d) (map snd phi)).
  { rewrite !zsum_map, <- !zsum_add. apply zsum_ext. intros p _. unfold slack. lia. }
  unfold total.
  rewrite (zsum_others (dual_a d) m (map fst phi)) by auto using fst_inside.
  rewrite (zsum_others (dual_b d) n (map snd phi)) by auto using snd_inside.
  lia.
Qed.

Lemma slack_nonneg p : In p phi -> 0 <= slack d p.
Proof.
  intros Hp. assert (K : In p (live N)) by (apply (pinj_live phi); auto).
  destruct DualsOk as (_ & _ & Left & _). apply Left in K. unfold slack. lia.
Qed.

(** The dual of a row that the alignment leaves uncovered is not negative, as the row is not required. *)
Lemma dual_a_nonneg i : In i (others m (map fst phi)) -> 0 <= dual_a d i.
Proof.
  intros Hi. apply in_others in Hi. destruct Hi as [Hi Out], DualsOk as ((_ & _ & _ & A & _) & _).
  apply A; auto. intros K. apply Out, Here, K.
Qed.

Lemma dual_b_nonneg j : In j (others n (map snd phi)) -> 0 <= dual_b d j.
Proof.
  intros Hj. apply in_others in Hj. destruct Hj as [Hj Out], DualsOk as ((_ & _ & _ & _ & B) & _).
  apply B; auto. intros K. apply Out, Here, K.
Qed.

Lemma bound : D d * value U W phi <= total d.
Proof.
  pose proof duals_bound. pose proof (zsum_nonneg _ _ slack_nonneg).
  pose proof (zsum_nonneg _ _ dual_a_nonneg). pose proof (zsum_nonneg _ _ dual_b_nonneg). lia.
Qed.

Lemma bound_pair p : In p phi -> D d * value U W phi <= total d - slack d p.
Proof.
  intros Hp. pose proof duals_bound. pose proof (zsum_member _ _ p slack_nonneg Hp).
  pose proof (zsum_nonneg _ _ dual_a_nonneg). pose proof (zsum_nonneg _ _ dual_b_nonneg). lia.
Qed.

Lemma bound_row i : In i (others m (map fst phi)) -> D d * value U W phi <= total d - dual_a d i.
Proof.
  intros Hi. pose proof duals_bound. pose proof (zsum_nonneg _ _ slack_nonneg).
  pose proof (zsum_member _ _ i dual_a_nonneg Hi). pose proof (zsum_nonneg _ _ dual_b_nonneg). lia.
Qed.

Lemma bound_column j : In j (others n (map snd phi)) -> D d * value U W phi <= total d - dual_b d j.
Proof.
  intros Hj. pose proof duals_bound. pose proof (zsum_nonneg _ _ slack_nonneg).
  pose proof (zsum_nonneg _ _ dual_a_nonneg). pose proof (zsum_member _ _ j dual_b_nonneg Hj). lia.
Qed.

(** Values are multiples of the step, so D times a value within the limit is a value within the claim. *)
Lemma within_limit : D d * value U W phi <= limit d -> value U W phi <= claim.
Proof.
  destruct DualsOk as ([Pos _] & _), (step_value phi) as [v Ev], step_claim as [c Ec]. unfold limit. rewrite Ev. intros Le.
  assert (Lt : v * step < claim + step) by (apply (Z.mul_lt_mono_pos_l (D d)); lia).
  rewrite Ec in *. destruct (Z_le_gt_dec v c) as [K|K]; nia.
Qed.

Lemma leaf_sound : I4 d -> value U W phi <= claim.
Proof. intros H. apply within_limit. pose proof bound. unfold I4 in H. lia. Qed.

(** What a fix excludes is worth at most the claim. *)
Lemma fix_sound : claim < value U W phi -> in_node phi (fixed N d).
Proof.
  intros More. assert (Above : ~ D d * value U W phi <= limit d) by (intros K; apply within_limit in K; lia).
  destruct Here as (HF & HX & HR & HC). repeat split; simpl.
  - exact HF.
  - intros p Hp K. apply in_app_iff in Hp. destruct Hp as [Hp|Hp]; [|exact (HX p Hp K)].
    apply filter_In in Hp. destruct Hp as [_ Hp]. apply Z.leb_le in Hp.
    pose proof (bound_pair p K). lia.
  - intros i Hi. apply in_app_iff in Hi. destruct Hi as [Hi|Hi]; [|exact (HR i Hi)].
    apply filter_In in Hi. rewrite in_seq, andb_true_iff in Hi. destruct Hi as (Hi & _ & Le). apply Z.leb_le in Le.
    destruct (in_dec Nat.eq_dec i (map fst phi)) as [K|K]; [exact K|].
    assert (O : In i (others m (map fst phi))) by (apply in_others; split; [lia | exact K]).
    pose proof (bound_row i O). lia.
  - intros j Hj. apply in_app_iff in Hj. destruct Hj as [Hj|Hj]; [|exact (HC j Hj)].
    apply filter_In in Hj. rewrite in_seq, andb_true_iff in Hj. destruct Hj as (Hj & _ & Le). apply Z.leb_le in Le.
    destruct (in_dec Nat.eq_dec j (map snd phi)) as [K|K]; [exact K|].
    assert (O : In j (others n (map snd phi))) by (apply in_others; split; [lia | exact K]).
    pose proof (bound_column j O). lia.
Qed.

(** No alignment is in an empty node. *)
Lemma empty_sound : ~ empty N.
Proof.
  destruct Here as (_ & _ & HR & HC). intros [(i & Hi & Dead)|(j & Hj & Dead)].
  - apply HR, in_map_iff in Hi. destruct Hi as (p & E & Hp).
    exact (Dead p (pinj_live phi N p One_to_one Weighted Here Hp) E).
  - apply HC, in_map_iff in Hj. destruct Hj as (p & E & Hp).
    exact (Dead p (pinj_live phi N p One_to_one Weighted Here Hp) E).
Qed.

End Duals.

Lemma force_in_node phi N p : in_node phi N -> In p phi -> in_node phi (force p N).
Proof.
  intros (HF & HX & HR & HC) Hp. repeat split; simpl; auto.
  - intros q [<-|Hq]; auto.
  - intros i [<-|Hi]; auto. apply in_map, Hp.
  - intros j [<-|Hj]; auto. apply in_map, Hp.
Qed.

Lemma forbid_in_node phi N p : in_node phi N -> ~ In p phi -> in_node phi (forbid p N).
Proof.
  intros (HF & HX & HR & HC) Hp. repeat split; simpl; auto.
  intros q [<-|Hq]; auto.
Qed.

(** *** Symmetries and lines that can be covered *)

Lemma NoDup_image {T V} (f : T -> V) l :
  (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup l -> NoDup (map f l).
Proof.
  induction l as [|x l IH]; cbn [map]; intros Inj ND; [constructor|]. apply NoDup_cons_iff in ND. destruct ND as [Out ND].
  constructor; [|apply IH; [|exact ND]; intros; apply Inj; simpl; auto].
  intros H. apply in_map_iff in H. destruct H as (y & E & Hy). apply Out. rewrite (Inj x y); simpl; auto.
Qed.

(** What maps a finite set into itself and is one-to-one reaches all of it. *)
Lemma reaches {T} (dec : forall x y : T, {x = y} + {x <> y}) (f : T -> T) l :
  (forall x, In x l -> In (f x) l) -> (forall x y, In x l -> In y l -> f x = f y -> x = y) ->
  forall y, In y l -> exists x, In x l /\ f x = y.
Proof.
  intros Into Inj y Hy. set (k := nodup dec l). assert (Same : forall x, In x k <-> In x l) by (intros x; apply nodup_In).
  assert (ND : NoDup k) by apply NoDup_nodup.
  assert (All : incl k (map f k)).
  { apply NoDup_length_incl.
    - apply NoDup_image; [|exact ND]. intros a b Ha Hb. apply Inj; apply Same; assumption.
    - rewrite map_length. reflexivity.
    - intros x Hx. apply in_map_iff in Hx. destruct Hx as (z & <- & Hz). apply Same, Into, Same, Hz. }
  apply Same, All, in_map_iff in Hy. destruct Hy as (x & E & Hx). exists x. split; [apply Same, Hx | exact E].
Qed.

Lemma permutes_reaches k f j : permutes k f -> (j < k)%nat -> exists i, (i < k)%nat /\ f i = j.
Proof.
  intros [Into Inj] Hj. destruct (reaches Nat.eq_dec f (seq 0 k)) with (y := j) as (i & Hi & E).
  - intros x Hx. apply in_seq in Hx. apply in_seq. specialize (Into x). lia.
  - intros x y Hx Hy. apply in_seq in Hx, Hy. apply Inj; lia.
  - apply in_seq. lia.
  - exists i. apply in_seq in Hi. split; [lia | exact E].
Qed.

Lemma place_in l i : In i l -> (place l i < length l)%nat /\ nth (place l i) l 0%nat = i.
Proof.
  induction l as [|x l IH]; cbn [place In length]; intros H; [destruct H|].
  destruct (Nat.eqb_spec x i) as [->|Ne]; [split; [lia | reflexivity]|].
  destruct H as [H|H]; [contradiction|]. destruct (IH H) as [K E]. split; [lia | exact E].
Qed.

(** Each number below [k] comes once. *)
Definition permutation (k : nat) (l : list nat) : Prop := length l = k /\ NoDup l /\ forall i, In i l -> (i < k)%nat.

Lemma place_permutes k l : permutation k l -> permutes k (place l).
Proof.
  intros (Len & ND & Below). assert (All : forall i, (i < k)%nat -> In i l).
  { intros i Hi. apply (NoDup_length_incl ND (l' := seq 0 k)).
    - rewrite seq_length. lia.
    - intros j Hj. apply in_seq. specialize (Below j Hj). lia.
    - apply in_seq. lia. }
  split.
  - intros i Hi. rewrite <- Len. apply place_in, All, Hi.
  - intros i j Hi Hj E. destruct (place_in l i (All i Hi)) as [_ <-], (place_in l j (All j Hj)) as [_ <-]. congruence.
Qed.

Section Moved.

Variables (k l : nat) (Q : list (nat * nat)) (hs ht : nat -> nat).
Hypothesis Q_inside : forall p, In p Q -> (fst p < k)%nat /\ (snd p < l)%nat.
Hypothesis Rows : permutes k hs.
Hypothesis Columns : permutes l ht.
Hypothesis Into : forall p, In p Q -> In (from hs ht p) Q.

Lemma from_inj p q :
  (fst p < k)%nat /\ (snd p < l)%nat -> (fst q < k)%nat /\ (snd q < l)%nat -> from hs ht p = from hs ht q -> p = q.
Proof.
  destruct p as [i j], q as [i' j']. unfold from. cbn [fst snd]. intros [Hi Hj] [Hi' Hj'] E. injection E as E1 E2.
  assert (i = i') by (apply (proj2 Rows); assumption). assert (j = j') by (apply (proj2 Columns); assumption). congruence.
Qed.

Lemma from_reaches p : In p Q -> exists q, In q Q /\ from hs ht q = p.
Proof. apply (reaches pair_dec); [exact Into|]. intros x y Hx Hy. apply from_inj; auto. Qed.

(** A row comes from one that can be covered only if it can be covered itself. *)
Lemma coverable_from i : (i < k)%nat -> coverable Q (hs i) -> coverable Q i.
Proof.
  intros Hi (cs & rs & ND & Own & Other & Less).
  exists (filter (fun j => mem Nat.eq_dec (ht j) cs) (seq 0 l)), (filter (fun i => mem Nat.eq_dec (hs i) rs) (seq 0 k)).
  split; [apply NoDup_filter, seq_NoDup|]. split; [|split].
  - intros j Hj. apply filter_In in Hj. rewrite in_seq, mem_iff in Hj. destruct Hj as [Hj In'].
    apply Own, from_reaches in In'. destruct In' as ([i' j'] & Hq & E). injection E as E1 E2.
    destruct (Q_inside _ Hq) as [Hi' Hj']. cbn [fst snd] in *.
    assert (i' = i) as <- by (apply (proj2 Rows); assumption).
    assert (j' = j) as <- by (apply (proj2 Columns); [assumption | lia | assumption]). exact Hq.
  - intros i' j Hj Hq. apply filter_In in Hj. destruct Hj as [_ Hj]. apply mem_iff in Hj.
    destruct (Q_inside _ Hq) as [Hi' _]. cbn [fst] in Hi'. apply Into in Hq. unfold from in Hq. cbn [fst snd] in Hq.
    destruct (Other _ _ Hj Hq) as [E|K]; [left; apply (proj2 Rows); auto | right].
    apply filter_In. rewrite in_seq, mem_iff. split; [lia | exact K].
  - eapply Nat.le_lt_trans; [|eapply Nat.lt_le_trans; [exact Less|]].
    + rewrite <- (map_length hs). apply NoDup_incl_length.
      * apply NoDup_image; [|apply NoDup_filter, seq_NoDup]. intros x y Hx Hy. apply filter_In in Hx, Hy.
        rewrite in_seq in Hx, Hy. apply Rows; lia.
      * intros x Hx. apply in_map_iff in Hx. destruct Hx as (y & <- & Hy). apply filter_In in Hy. destruct Hy as [_ Hy].
        apply mem_iff in Hy. exact Hy.
    + rewrite <- (map_length ht (filter _ _)). apply NoDup_incl_length; [exact ND|]. intros j Hj.
      destruct (Q_inside _ (Own j Hj)) as [_ Small]. cbn [snd] in Small.
      destruct (permutes_reaches l ht j Columns Small) as (j' & Hj' & <-). apply in_map, filter_In.
      rewrite in_seq, mem_iff. split; [lia | exact Hj].
Qed.

End Moved.

Lemma in_swap p Q : In p (map swap Q) <-> In (swap p) Q.
Proof.
  rewrite in_map_iff. split.
  - intros ([i j] & <- & H). exact H.
  - intros H. exists (swap p). split; [destruct p; reflexivity | exact H].
Qed.

Lemma coverable_inside Q i : coverable Q i -> exists j, In (i, j) Q.
Proof.
  intros ([|j cs] & rs & _ & Own & _ & Less); [simpl in Less; lia|]. exists j. apply Own. simpl. auto.
Qed.

Lemma coverb_ok Q i : coverb Q i = true -> coverable Q i.
Proof.
  unfold coverb. set (cs := nodup _ (map snd _)). set (rs := nodup _ _). intros Less. apply Nat.ltb_lt in Less.
  exists cs, rs. split; [apply NoDup_nodup|]. split; [|split; [|exact Less]].
  - intros j Hj. apply nodup_In, in_map_iff in Hj. destruct Hj as ([a b] & <- & H). apply filter_In in H.
    destruct H as [H E]. apply Nat.eqb_eq in E. cbn [fst snd] in *. subst a. exact H.
  - intros i' j Hj H. destruct (Nat.eq_dec i' i) as [->|Ne]; [auto | right]. apply nodup_In, in_map_iff.
    exists (i', j). split; [reflexivity|]. apply filter_In. split; [exact H|]. cbn [fst snd].
    rewrite andb_true_iff, negb_true_iff, Nat.eqb_neq, mem_iff. auto.
Qed.

(** An alignment that leaves such a row alone can be extended there. *)
Lemma extends Q phi i :
  pinj phi -> incl phi Q -> coverable Q i -> ~ In i (map fst phi) -> exists j, In (i, j) Q /\ ~ In j (map snd phi).
Proof.
  intros [N1 N2] Sub (cs & rs & ND & Own & Other & Less) Out.
  destruct (existsb (fun j => negb (mem Nat.eq_dec j (map snd phi))) cs) eqn:E.
  - apply existsb_exists in E. destruct E as (j & Hj & Free). apply mem_false_iff in Free. eauto.
  - exfalso. assert (Taken : incl cs (map snd phi)).
    { intros j Hj. apply (mem_iff Nat.eq_dec). destruct (mem Nat.eq_dec j (map snd phi)) eqn:M; [reflexivity|].
      exfalso. apply not_true_iff_false in E. apply E, existsb_exists. exists j. rewrite M. auto. }
    set (part := filter (fun p => mem Nat.eq_dec (snd p) cs) phi).
    assert (K1 : (length cs <= length part)%nat).
    { rewrite <- (map_length snd part). apply NoDup_incl_length; [exact ND|]. intros j Hj. assert (K := Taken j Hj).
      apply in_map_iff in K. destruct K as (p & <- & Hp). apply in_map, filter_In. rewrite mem_iff. auto. }
    assert (K2 : (length part <= length rs)%nat).
    { rewrite <- (map_length fst part). apply NoDup_incl_length; [apply NoDup_map_filter, N1|].
      intros k Hk. apply in_map_iff in Hk. destruct Hk as ([a b] & <- & H). apply filter_In in H. destruct H as [H Hb].
      apply mem_iff in Hb. cbn [fst snd] in *. destruct (Other a b Hb (Sub _ H)) as [->|K]; [|exact K].
      exfalso. apply Out, (in_map fst _ _ H). }
    lia.
Qed.

Lemma pinj_swap phi : pinj phi -> pinj (map swap phi).
Proof. intros [N1 N2]. split; rewrite map_map; assumption. Qed.

(** What bounds all alignments that cover all that can be covered bounds all. *)
Lemma whole_enough :
  (forall p, 0 <= U p) -> (forall p q, 0 <= W p q) ->
  (forall phi, pinj phi -> incl phi P -> whole phi -> value U W phi <= claim) ->
  forall phi, pinj phi -> incl phi P -> value U W phi <= claim.
Proof.
  intros Unonneg Wnonneg All.
  assert (Short : forall phi, pinj phi -> incl phi P -> (length phi <= m)%nat).
  { intros phi [N1 _] Sub. rewrite <- (map_length fst), <- (seq_length m 0). apply NoDup_incl_length; [exact N1|].
    intros i Hi. apply in_map_iff in Hi. destruct Hi as (p & <- & Hp). apply in_seq. destruct (P_inside p (Sub p Hp)). lia. }
  enough (Go : forall k phi, pinj phi -> incl phi P -> (m < k + length phi)%nat -> value U W phi <= claim).
  { intros phi PI Sub. apply (Go (S m)); auto; lia. }
  induction k as [|k IH]; intros phi PI Sub Far; [specialize (Short phi PI Sub); lia|].
  destruct (Z_le_gt_dec (value U W phi) claim) as [Le|Gt]; [exact Le|].
  assert (More : forall p, In p P -> ~ In (fst p) (map fst phi) -> ~ In (snd p) (map snd phi) -> False).
  { intros p Hp Row Column. enough (value U W (p :: phi) <= claim).
    - cbn [value] in *. specialize (Unonneg p). assert (0 <= zsum (W p) phi) by (apply zsum_nonneg; auto). lia.
    - apply IH; [|intros q [<-|Hq]; auto | cbn [length]; lia]. destruct PI. split; cbn [map]; constructor; assumption. }
  apply All; [exact PI | exact Sub|]. split.
  - intros i Hi. destruct (in_dec Nat.eq_dec i (map fst phi)) as [K|K]; [exact K|]. exfalso.
    destruct (extends P phi i PI Sub Hi K) as (j & Hp & Free). exact (More (i, j) Hp K Free).
  - intros j Hj. destruct (in_dec Nat.eq_dec j (map snd phi)) as [K|K]; [exact K|]. exfalso.
    destruct (extends (map swap P) (map swap phi) j) as (i & Hp & Free); auto using pinj_swap.
    + intros q Hq. apply in_swap. apply in_swap in Hq. apply Sub, Hq.
    + rewrite map_map. exact K.
    + apply in_swap in Hp. rewrite map_map in Free. exact (More (i, j) Hp Free K).
Qed.

(** ** Trees *)

(** What holds in each node of a tree: an alignment with the forced pairs that is not in the node is worth no more than
    the claim. *)
Definition excluded (N : node) : Prop :=
  forall phi, pinj phi -> incl phi P -> whole phi -> incl (forced N) phi -> ~ in_node phi N -> value U W phi <= claim.

(** What a tree proves: no alignment with the forced pairs is worth more than the claim. *)
Definition settled (N : node) : Prop :=
  forall phi, pinj phi -> incl phi P -> whole phi -> incl (forced N) phi -> value U W phi <= claim.

Lemma settled_if N :
  excluded N -> (forall phi, pinj phi -> incl phi P -> whole phi -> in_node phi N -> value U W phi <= claim) -> settled N.
Proof.
  intros Ex Within phi PI Sub Wh Has. destruct (Z_le_gt_dec (value U W phi) claim) as [Le|Gt]; [exact Le|].
  apply Ex; auto. intros Here. specialize (Within phi PI Sub Wh Here). lia.
Qed.

(** An alignment and where its pairs come from are both worth no more than the claim if one is. *)
Lemma turned_excluded hs ht N : symmetric hs ht N -> excluded N -> excluded (turned hs ht N).
Proof.
  intros (Rows & Columns & OnP & OnW & OnForced) Ex phi PI Sub Wh Has Out.
  assert (Into : forall p, In p P -> In (from hs ht p) P) by (intros p Hp; apply OnP, Hp).
  destruct (existsb (fun p => mem pair_dec (from hs ht p) (forbidden N)) phi) eqn:E.
  - apply existsb_exists in E. destruct E as (d & Hd & Bad). apply mem_iff in Bad.
    assert (Same : forall l, incl l P -> value U W l <= value U W (map (from hs ht) l)).
    { induction l as [|p l IH]; intros In'; cbn [map value]; [lia|]. rewrite zsum_map.
      assert (Hp : In p P) by (apply In'; simpl; auto). assert (Hl : incl l P) by (intros x Hx; apply In'; simpl; auto).
      assert (zsum (W p) l <= zsum (fun q => W (from hs ht p) (from hs ht q)) l).
      { apply zsum_le. intros q Hq. apply OnW; auto. }
      specialize (IH Hl). destruct (OnP p Hp). lia. }
    eapply Z.le_trans; [apply Same, Sub|]. clear Same. apply Ex.
    + destruct PI as [N1 N2]. split; rewrite map_map; cbn [from fst snd].
      * rewrite <- (map_map fst hs). apply NoDup_image; [|exact N1]. intros x y Hx Hy. apply in_map_iff in Hx, Hy.
        destruct Hx as (p & <- & Hp), Hy as (q & <- & Hq). apply Rows; apply P_inside; auto.
      * rewrite <- (map_map snd ht). apply NoDup_image; [|exact N2]. intros x y Hx Hy. apply in_map_iff in Hx, Hy.
        destruct Hx as (p & <- & Hp), Hy as (q & <- & Hq). apply Columns; apply P_inside; auto.
    + intros q Hq. apply in_map_iff in Hq. destruct Hq as (p & <- & Hp). auto.
    + destruct Wh as [WR WC]. split; rewrite map_map; cbn [from fst snd].
      * intros i Hi. assert (Small : (i < m)%nat) by (destruct (coverable_inside P i Hi) as (j & K); apply (P_inside _ K)).
        destruct (permutes_reaches m hs i Rows Small) as (i' & Hi' & <-).
        rewrite <- (map_map fst hs). apply in_map, WR, (coverable_from m n P hs ht); auto.
      * intros j Hj. assert (Small : (j < n)%nat).
        { destruct (coverable_inside _ j Hj) as (i & K). apply in_swap in K. apply (P_inside _ K). }
        destruct (permutes_reaches n ht j Columns Small) as (j' & Hj' & <-).
        rewrite <- (map_map snd ht). apply in_map, WC, (coverable_from n m (map swap P) ht hs); auto.
        -- intros p Hp. apply in_swap, P_inside in Hp. destruct p. simpl in *. tauto.
        -- intros p Hp. apply in_swap. apply in_swap, Into in Hp. exact Hp.
    + intros f Hf. destruct (reaches pair_dec (from hs ht) (forced N)) with (y := f) as (f' & Hf' & <-); auto.
      * intros x y Hx Hy. apply (from_inj m n); auto.
      * apply in_map, Has, Hf'.
    + intros (_ & HX & _). exact (HX _ Bad (in_map _ _ _ Hd)).
  - apply Ex; auto. intros (HF & HX & HR & HC). apply Out. repeat split; simpl; auto.
    intros p Hp K. apply in_app_iff in Hp. destruct Hp as [Hp|Hp]; [|exact (HX p Hp K)].
    apply filter_In in Hp. destruct Hp as [_ Hp]. apply not_true_iff_false in E. apply E, existsb_exists. eauto.
Qed.

Lemma covered_in_node phi N : whole phi -> in_node phi N -> in_node phi (covered N).
Proof.
  intros [WR WC] (HF & HX & HR & HC). repeat split; simpl; auto.
  - intros i Hi. apply in_app_iff in Hi. destruct Hi as [Hi|Hi]; [|auto]. apply filter_In in Hi. apply WR, coverb_ok, Hi.
  - intros j Hj. apply in_app_iff in Hj. destruct Hj as [Hj|Hj]; [|auto]. apply filter_In in Hj. apply WC, coverb_ok, Hj.
Qed.

Theorem tree_sound t : forall N, tree_ok N t -> excluded N -> settled N.
Proof.
  assert (Fixed : forall N d, full_ok N d -> excluded N -> excluded (fixed N d)).
  { intros N d Ok Ex phi PI Sub Wh Has Out. destruct (Z_le_gt_dec (value U W phi) claim) as [Le|Gt]; [exact Le|].
    apply Ex; auto. intros Here. apply Out. apply fix_sound; auto. lia. }
  induction t as [d|d t IH|p t1 IH1 t2 IH2| |d|d t IH|s t' t IH|t IH]; simpl; intros N Ok Ex.
  - destruct Ok as (Ok & H4). apply settled_if; [exact Ex|]. intros phi PI Sub _ Here.
    apply (leaf_sound N d); auto using duals_full.
  - destruct Ok as (Ok & Rest). apply (IH (fixed N d)); [exact Rest|]. apply Fixed; auto using duals_full.
  - destruct Ok as (_ & Ok1 & Ok2).
    assert (With : settled (force p N)).
    { apply IH1; [exact Ok1|]. intros phi PI Sub Wh Has Out. apply Ex; auto.
      - intros q Hq. apply Has. simpl. auto.
      - intros Here. apply Out, force_in_node; [exact Here | apply Has; simpl; auto]. }
    assert (Without : settled (forbid p N)).
    { apply IH2; [exact Ok2|]. intros phi PI Sub Wh Has Out. destruct (in_dec pair_dec p phi) as [K|K].
      - apply With; auto. intros q [<-|Hq]; auto.
      - apply Ex; auto. intros Here. apply Out, forbid_in_node; assumption. }
    exact Without.
  - apply settled_if; [exact Ex|]. intros phi PI Sub _ Here. exfalso. apply (empty_sound N phi); assumption.
  - destruct Ok as (Ok & H4). apply settled_if; [exact Ex|]. intros phi PI Sub _ Here. apply (leaf_sound N d); auto.
  - destruct Ok as (Ok & Rest). apply (IH (fixed N d)); auto.
  - destruct Ok as (Sym & Rest). apply (IH (turned (place s) (place t') N)); [exact Rest|].
    apply turned_excluded; assumption.
  - apply (IH (covered N)); [exact Ok|]. intros phi PI Sub Wh Has Out. apply Ex; auto.
    intros Here. apply Out, covered_in_node; assumption.
Qed.

(** Pairs without weight change no value. *)
Definition weighted (phi : align) : align := filter (fun p => mem pair_dec p P) phi.

Lemma weighted_value phi : value U W (weighted phi) = value U W phi.
Proof.
  assert (Rest : forall p l, zsum (W p) (weighted l) = zsum (W p) l).
  { intros p l. rewrite (zsum_filter (W p) (fun q => mem pair_dec q P) l). unfold weighted.
    rewrite (zsum_zero (W p) (filter (fun q => negb _) l)); [lia|].
    intros q Hq. apply filter_In in Hq. destruct Hq as [_ Hq]. apply mem_false_iff in Hq.
    apply (P_all q Hq). }
  induction phi as [|p phi IH]; [reflexivity|].
  simpl. destruct (mem pair_dec p P) eqn:E; simpl; rewrite IH.
  - fold (weighted phi). rewrite Rest. reflexivity.
  - destruct (P_all p) as [U0 W0]; [intros K; apply (mem_iff pair_dec) in K; congruence|].
    rewrite U0, zsum_zero; [lia|]. intros q _. apply W0.
Qed.

Theorem certificate_sound t phi :
  (forall p, 0 <= U p) -> (forall p q, 0 <= W p q) -> tree_ok root t -> pinj phi -> value U W phi <= claim.
Proof.
  intros Unonneg Wnonneg Ok PI. rewrite <- weighted_value. apply whole_enough; auto.
  - intros psi P2 Sub Wh. apply (tree_sound t root Ok); auto.
    + intros chi _ _ _ _ Out. exfalso. apply Out. repeat split; simpl; tauto.
    + intros p [].
  - apply filter_pinj, PI.
  - intros p Hp. apply filter_In in Hp. apply (mem_iff pair_dec), Hp.
Qed.

End Tree.

(** ** The test of a tree *)

Fixpoint distinct {T} (dec : forall x y : T, {x = y} + {x <> y}) (l : list T) : bool :=
  match l with
  | [] => true
  | x :: rest => negb (mem dec x rest) && distinct dec rest
  end.

Lemma distinct_iff {T} dec (l : list T) : distinct dec l = true <-> NoDup l.
Proof.
  induction l as [|x l IH]; simpl.
  - split; [constructor | reflexivity].
  - rewrite andb_true_iff, mem_false_iff, IH, NoDup_cons_iff. reflexivity.
Qed.

(** Each index is below [size] and comes once. *)
Definition tableb (size : nat) (t : table) : bool :=
  distinct Nat.eq_dec (map fst t) && forallb (fun e => Nat.ltb (fst e) size) t.

(** In such a table, what is not listed being 0, the sum of all entries is the sum of what is listed. *)
Lemma table_sum size t : tableb size t = true -> zsum (entry t) (seq 0 size) = zsum snd t.
Proof.
  unfold tableb. rewrite andb_true_iff, distinct_iff, forallb_forall. intros [ND Range].
  induction t as [|[k x] t IH]; [apply zsum_0|].
  apply NoDup_cons_iff in ND. destruct ND as [Fresh ND].
  assert (Zero : entry t k = 0).
  { clear - Fresh. induction t as [|[i y] t IH]; simpl in *; auto. destruct (Nat.eqb_spec i k); tauto. }
  simpl. rewrite <- IH by auto using in_cons.
  rewrite (zsum_ext _ (fun i => (if Nat.eq_dec k i then x else 0) + entry t i)).
  - rewrite zsum_add, (zsum_one Nat.eq_dec (fun _ => x)) by apply seq_NoDup.
    destruct (in_dec Nat.eq_dec k (seq 0 size)) as [_|Out]; [reflexivity|].
    exfalso. apply Out, in_seq. specialize (Range (k, x) (or_introl eq_refl)).
    apply Nat.ltb_lt in Range. simpl in Range. lia.
  - intros i _. destruct (Nat.eq_dec k i) as [->|Ne].
    + rewrite Nat.eqb_refl, Zero. lia.
    + apply Nat.eqb_neq in Ne. rewrite Ne. reflexivity.
Qed.

Definition nonnegb (t : table) : bool := forallb (fun e => 0 <=? snd e) t.

Lemma nonnegb_entry t i : nonnegb t = true -> 0 <= entry t i.
Proof.
  induction t as [|[k x] t IH]; simpl; [lia|].
  rewrite andb_true_iff, Z.leb_le. intros [Hx Ht]. destruct (Nat.eqb k i); auto.
Qed.

Section Test.

Variables m n : nat.
Variable U : nat * nat -> Z.
Variable W : nat * nat -> nat * nat -> Z.
Variable P : list (nat * nat).
Variable couples : list ((nat * nat) * (nat * nat)).
Variables claim step : Z.
Hypothesis couples_all : forall p q, 0 < W p q -> In (p, q) couples.

(** What checker.py refuses as malformed.  Soundness does not need it. *)
Definition formb (d : duals) : bool :=
  tableb m (rows d) && tableb n (columns d)
  && distinct pair_dec (map fst (stars d))
  && forallb (fun e => let '((i, j), (r, s)) := e in
                       Nat.ltb i m && Nat.ltb j n && tableb m r && tableb n s) (stars d)
  && forallb (fun k => forallb (fun c => let '((i, j), (k, l)) := c in
                       Nat.ltb i m && Nat.ltb j n && Nat.ltb k m && Nat.ltb l n
                       && (Nat.ltb i k || (Nat.eqb i k && Nat.leb j l))) (snd k)) (cliques d).

Definition I1b (N : node) (d : duals) : bool :=
  (1 <=? D d)
  && forallb (fun e => nonnegb (fst (snd e)) && nonnegb (snd (snd e))) (stars d)
  && forallb (fun i => mem Nat.eq_dec i (required_rows N) || (0 <=? dual_a d i)) (seq 0 m)
  && forallb (fun j => mem Nat.eq_dec j (required_columns N) || (0 <=? dual_b d j)) (seq 0 n).

Definition I2b (N : node) (d : duals) : bool :=
  let alive := live P N in
  forallb (fun c => let '(p, q) := c in
    if mem pair_dec p alive && mem pair_dec q alive
    then due W d p q <=? star_r d p (fst q) + star_s d p (snd q) + (star_r d q (fst p) + star_s d q (snd p))
    else true) couples.

Definition I3b (N : node) (d : duals) : bool :=
  forallb (fun p => needed m n U d p <=? dual_a d (fst p) + dual_b d (snd p)) (live P N).

Definition I4b (d : duals) : bool := total m n d <=? limit claim step d.

Definition I5b (d : duals) : bool := forallb (fun k => (0 <=? fst k) && pairwise rivalsb (snd k)) (cliques d).

Definition dualsb (N : node) (d : duals) : bool := formb d && I1b N d && I2b N d && I3b N d && I5b d.

(** Signs where duals of stars may be negative, too. *)
Definition J1b (N : node) (d : duals) : bool :=
  (1 <=? D d)
  && forallb (fun e =>
       forallb (fun x => (0 <=? snd x)
                         || (mem Nat.eq_dec (fst x) (required_rows N) && negb (Nat.eqb (fst x) (fst (fst e))))) (fst (snd e))
       && forallb (fun x => (0 <=? snd x)
                            || (mem Nat.eq_dec (fst x) (required_columns N) && negb (Nat.eqb (fst x) (snd (fst e)))))
            (snd (snd e))) (stars d)
  && forallb (fun i => mem Nat.eq_dec i (required_rows N) || (0 <=? dual_a d i)) (seq 0 m)
  && forallb (fun j => mem Nat.eq_dec j (required_columns N) || (0 <=? dual_b d j)) (seq 0 n).

Definition J2b (N : node) (d : duals) : bool :=
  let alive := live P N in
  forallb (fun p => forallb (fun q =>
    if Nat.eqb (fst p) (fst q) || Nat.eqb (snd p) (snd q) then true
    else due W d p q <=? star_r d p (fst q) + star_s d p (snd q) + (star_r d q (fst p) + star_s d q (snd p)))
    alive) alive.

Definition fullb (N : node) (d : duals) : bool := formb d && J1b N d && J2b N d && I3b N d && I5b d.

Definition permutationb (k : nat) (l : list nat) : bool :=
  Nat.eqb (length l) k && distinct Nat.eq_dec l && forallb (fun i => Nat.ltb i k) l.

Definition symmetricb (s t : list nat) (N : node) : bool :=
  let back := from (place s) (place t) in
  permutationb m s && permutationb n t
  && forallb (fun p => mem pair_dec (back p) P && (U p =? U (back p))) P
  && forallb (fun p => forallb (fun q => W p q =? W (back p) (back q)) P) P
  && forallb (fun p => mem pair_dec (back p) (forced N)) (forced N).

Definition emptyb (N : node) : bool :=
  let alive := live P N in
  existsb (fun i => forallb (fun p => negb (Nat.eqb (fst p) i)) alive) (required_rows N)
  || existsb (fun j => forallb (fun p => negb (Nat.eqb (snd p) j)) alive) (required_columns N).

Fixpoint treeb (N : node) (t : tree) : bool :=
  match t with
  | Leaf d => dualsb N d && I4b d
  | Fix d t1 => dualsb N d && treeb (fixed m n U P claim step N d) t1
  | Branch p t1 t2 => mem pair_dec p P && treeb (force p N) t1 && treeb (forbid p N) t2
  | Empty => emptyb N
  | Full d => fullb N d && I4b d
  | FullFix d t1 => fullb N d && treeb (fixed m n U P claim step N d) t1
  | Symmetry s t t1 => symmetricb s t N && treeb (turned P (place s) (place t) N) t1
  | Cover t1 => treeb (covered m n P N) t1
  end.

Lemma I1b_ok N d : I1b N d = true -> I1 m n N d.
Proof.
  unfold I1b. rewrite !andb_true_iff, !forallb_forall. intros (((Pos & Stars) & A) & B).
  assert (Parts : forall p, nonnegb (fst (star (stars d) p)) = true /\ nonnegb (snd (star (stars d) p)) = true).
  { intros p. induction (stars d) as [|[q parts] ss IH]; simpl; auto.
    destruct (pair_dec q p) as [_|_].
    - apply andb_prop, (Stars (q, parts)). simpl. auto.
    - apply IH. intros e He. apply Stars. simpl. auto. }
  repeat split.
  - apply Z.leb_le, Pos.
  - intros p k. apply nonnegb_entry, Parts.
  - intros p l. apply nonnegb_entry, Parts.
  - intros i Hi Free. assert (K : In i (seq 0 m)) by (apply in_seq; lia).
    apply A, orb_prop in K. destruct K as [K|K]; [apply mem_iff in K; tauto | apply Z.leb_le, K].
  - intros j Hj Free. assert (K : In j (seq 0 n)) by (apply in_seq; lia).
    apply B, orb_prop in K. destruct K as [K|K]; [apply mem_iff in K; tauto | apply Z.leb_le, K].
Qed.

Lemma I2b_ok N d : I2b N d = true -> I2 W P N d.
Proof.
  unfold I2b. rewrite forallb_forall. intros All p q Hp Hq Pos.
  specialize (All (p, q) (couples_all p q Pos)). simpl in All.
  apply (mem_iff pair_dec) in Hp, Hq. rewrite Hp, Hq in All. apply Z.leb_le, All.
Qed.

Lemma I3b_ok N d : I3b N d = true -> I3 m n U P N d.
Proof. unfold I3b. rewrite forallb_forall. intros All p Hp. apply Z.leb_le, All, Hp. Qed.

Lemma I5b_ok d : I5b d = true -> I5 d.
Proof.
  unfold I5b. rewrite forallb_forall. intros All k Hk. apply All, andb_true_iff in Hk. rewrite Z.leb_le in Hk.
  destruct Hk as [Pos Apart]. split; [exact Pos|]. apply (pairwise_ok rivalsb); [apply rivalsb_ok | exact Apart].
Qed.

Lemma dualsb_ok N d : dualsb N d = true -> duals_ok m n U W P N d.
Proof.
  unfold dualsb. rewrite !andb_true_iff. intros ((((_ & H1) & H2) & H3) & H5).
  split; [|split; [|split]]; auto using I1b_ok, I2b_ok, I3b_ok, I5b_ok.
Qed.

Lemma star_in d p : star (stars d) p = ([], []) \/ In (p, star (stars d) p) (stars d).
Proof.
  induction (stars d) as [|[q parts] ss IH]; cbn [star]; [auto|].
  destruct (pair_dec q p) as [->|_]; [right; simpl; auto | destruct IH; [auto | right; simpl; auto]].
Qed.

(** What is negative in a table is listed there. *)
Lemma entry_sign (C : nat -> Prop) (t : table) k : (forall e, In e t -> 0 <= snd e \/ C (fst e)) -> 0 <= entry t k \/ C k.
Proof.
  induction t as [|[i x] t IH]; cbn [entry]; intros All; [left; lia|].
  destruct (Nat.eqb_spec i k) as [->|_]; [apply (All (k, x)); simpl; auto | apply IH; intros e He; apply All; simpl; auto].
Qed.

Lemma J1b_ok N d : J1b N d = true -> J1 m n N d.
Proof.
  unfold J1b. rewrite !andb_true_iff, !forallb_forall. intros (((Pos & Stars) & A) & B).
  split; [apply Z.leb_le, Pos|]. split; [|split; [|split]].
  - intros p k. unfold star_r. apply (entry_sign (fun k => In k (required_rows N) /\ k <> fst p)). intros e He.
    destruct (star_in d p) as [E|In']; [rewrite E in He; destruct He|]. apply Stars, andb_true_iff in In'.
    destruct In' as [In' _]. rewrite forallb_forall in In'. cbn [fst snd] in In'. apply In', orb_true_iff in He.
    rewrite Z.leb_le, andb_true_iff, mem_iff, negb_true_iff, Nat.eqb_neq in He. exact He.
  - intros p l. unfold star_s. apply (entry_sign (fun l => In l (required_columns N) /\ l <> snd p)). intros e He.
    destruct (star_in d p) as [E|In']; [rewrite E in He; destruct He|]. apply Stars, andb_true_iff in In'.
    destruct In' as [_ In']. rewrite forallb_forall in In'. cbn [fst snd] in In'. apply In', orb_true_iff in He.
    rewrite Z.leb_le, andb_true_iff, mem_iff, negb_true_iff, Nat.eqb_neq in He. exact He.
  - intros i Hi Free. assert (K : In i (seq 0 m)) by (apply in_seq; lia).
    apply A, orb_prop in K. destruct K as [K|K]; [apply mem_iff in K; tauto | apply Z.leb_le, K].
  - intros j Hj Free. assert (K : In j (seq 0 n)) by (apply in_seq; lia).
    apply B, orb_prop in K. destruct K as [K|K]; [apply mem_iff in K; tauto | apply Z.leb_le, K].
Qed.

Lemma J2b_ok N d : J2b N d = true -> J2 W P N d.
Proof.
  unfold J2b. rewrite forallb_forall. intros All p q Hp Hq Nr Nc. specialize (All p Hp).
  rewrite forallb_forall in All. specialize (All q Hq). apply Nat.eqb_neq in Nr, Nc. rewrite Nr, Nc in All.
  apply Z.leb_le, All.
Qed.

Lemma fullb_ok N d : fullb N d = true -> full_ok m n U W P N d.
Proof.
  unfold fullb. rewrite !andb_true_iff. intros ((((_ & H1) & H2) & H3) & H5).
  split; [|split; [|split]]; auto using J1b_ok, J2b_ok, I3b_ok, I5b_ok.
Qed.

Lemma permutationb_ok k l : permutationb k l = true -> permutation k l.
Proof.
  unfold permutationb. rewrite !andb_true_iff, Nat.eqb_eq, distinct_iff, forallb_forall. intros ((Len & ND) & Below).
  split; [exact Len | split; [exact ND|]]. intros i Hi. apply Nat.ltb_lt, Below, Hi.
Qed.

Lemma symmetricb_ok s t N : symmetricb s t N = true -> symmetric m n U W P (place s) (place t) N.
Proof.
  unfold symmetricb. rewrite !andb_true_iff, !forallb_forall. intros ((((Ps & Pt) & OnP) & OnW) & OnForced).
  split; [apply place_permutes, permutationb_ok, Ps|]. split; [apply place_permutes, permutationb_ok, Pt|].
  split; [|split].
  - intros p Hp. apply OnP, andb_true_iff in Hp. rewrite mem_iff, Z.eqb_eq in Hp. destruct Hp. split; [assumption | lia].
  - intros p q Hp Hq. apply OnW in Hp. rewrite forallb_forall in Hp. apply Hp, Z.eqb_eq in Hq. lia.
  - intros p Hp. apply mem_iff with (dec := pair_dec), OnForced, Hp.
Qed.

Lemma emptyb_ok N : emptyb N = true -> empty P N.
Proof.
  unfold emptyb. rewrite orb_true_iff, !existsb_exists.
  intros [(i & Hi & Dead)|(j & Hj & Dead)]; [left; exists i | right; exists j]; split; auto;
    intros p Hp E; rewrite forallb_forall in Dead; specialize (Dead p Hp); subst;
    rewrite Nat.eqb_refl in Dead; discriminate.
Qed.

(** The step is positive and divides the claim and every weight. *)
Definition stepb : bool :=
  (1 <=? step) && (claim mod step =? 0)
  && forallb (fun p => U p mod step =? 0) P
  && forallb (fun c => W (fst c) (snd c) mod step =? 0) couples.

Lemma stepb_ok :
  (forall p, ~ In p P -> U p = 0) -> (forall p q, 0 <= W p q) -> stepb = true ->
  (step | claim) /\ (forall p, (step | U p)) /\ forall p q, (step | W p q).
Proof.
  unfold stepb. intros Out Nonneg. rewrite !andb_true_iff, !forallb_forall, Z.leb_le, Z.eqb_eq.
  intros (((Pos & Claim) & OnU) & OnW). assert (Ne : step <> 0) by lia. repeat split.
  - apply Z.mod_divide; assumption.
  - intros p. destruct (in_dec pair_dec p P) as [K|K].
    + apply Z.mod_divide; [exact Ne | apply Z.eqb_eq, OnU, K].
    + rewrite (Out p K). apply Z.divide_0_r.
  - intros p q. destruct (Z_lt_le_dec 0 (W p q)) as [K|K].
    + apply Z.mod_divide; [exact Ne | apply Z.eqb_eq, (OnW (p, q)), couples_all, K].
    + replace (W p q) with 0 by (specialize (Nonneg p q); lia). apply Z.divide_0_r.
Qed.

Theorem treeb_ok t : forall N, treeb N t = true -> tree_ok m n U W P claim step N t.
Proof.
  induction t as [d|d t IH|p t1 IH1 t2 IH2| |d|d t IH|s t' t IH|t IH]; simpl; intros N.
  - rewrite andb_true_iff. intros [H H4]. split; [apply dualsb_ok, H | apply Z.leb_le, H4].
  - rewrite andb_true_iff. intros [H Ht]. split; [apply dualsb_ok, H | apply IH, Ht].
  - rewrite !andb_true_iff, mem_iff. intros ((Hp & Ht1) & Ht2). auto.
  - apply emptyb_ok.
  - rewrite andb_true_iff. intros [H H4]. split; [apply fullb_ok, H | apply Z.leb_le, H4].
  - rewrite andb_true_iff. intros [H Ht]. split; [apply fullb_ok, H | apply IH, Ht].
  - rewrite andb_true_iff. intros [H Ht]. split; [apply symmetricb_ok, H | apply IH, Ht].
  - apply IH.
Qed.

End Test.

(** ** A tree as the list of its nodes in prefix order *)

Inductive proof_node :=
  | LeafStep (d : duals) | FixStep (d : duals) | BranchStep (p : nat * nat) | EmptyStep
  | FullStep (d : duals) | FullFixStep (d : duals) | SymmetryStep (s t : list nat) | CoverStep
  | LackStep.                                    (* which no [tree] has: see Lack.v *)

Fixpoint prefix (t : tree) : list proof_node :=
  match t with
  | Leaf d => [LeafStep d]
  | Fix d t1 => FixStep d :: prefix t1
  | Branch p t1 t2 => BranchStep p :: prefix t1 ++ prefix t2
  | Empty => [EmptyStep]
  | Full d => [FullStep d]
  | FullFix d t1 => FullFixStep d :: prefix t1
  | Symmetry s t t1 => SymmetryStep s t :: prefix t1
  | Cover t1 => CoverStep :: prefix t1
  end.

(** The trees that a list of nodes holds one after the other: every node takes the trees it needs from the front. *)
Fixpoint forest (steps : list proof_node) : option (list tree) :=
  match steps with
  | [] => Some []
  | s :: rest =>
      match s, forest rest with
      | LeafStep d, Some ts => Some (Leaf d :: ts)
      | FixStep d, Some (t1 :: ts) => Some (Fix d t1 :: ts)
      | BranchStep p, Some (t1 :: t2 :: ts) => Some (Branch p t1 t2 :: ts)
      | EmptyStep, Some ts => Some (Empty :: ts)
      | FullStep d, Some ts => Some (Full d :: ts)
      | FullFixStep d, Some (t1 :: ts) => Some (FullFix d t1 :: ts)
      | SymmetryStep s t, Some (t1 :: ts) => Some (Symmetry s t t1 :: ts)
      | CoverStep, Some (t1 :: ts) => Some (Cover t1 :: ts)
      | _, _ => None
      end
  end.

Definition read (steps : list proof_node) : option tree :=
  match forest steps with Some [t] => Some t | _ => None end.

Theorem read_prefix t : read (prefix t) = Some t.
Proof.
  assert (F : forall rest ts, forest rest = Some ts -> forest (prefix t ++ rest) = Some (t :: ts)).
  { induction t as [d|d t IH|p t1 IH1 t2 IH2| |d|d t IH|s t' t IH|t IH]; simpl; intros rest ts E.
    - rewrite E. reflexivity.
    - rewrite (IH rest ts E). reflexivity.
    - rewrite <- app_assoc, (IH1 _ (t2 :: ts) (IH2 rest ts E)). reflexivity.
    - rewrite E. reflexivity.
    - rewrite E. reflexivity.
    - rewrite (IH rest ts E). reflexivity.
    - rewrite (IH rest ts E). reflexivity.
    - rewrite (IH rest ts E). reflexivity. }
  unfold read. rewrite <- (app_nil_r (prefix t)), (F [] [] eq_refl). reflexivity.
Qed.

(** ** U and W from the triples *)

(** What an alignment has to contain in order to map one triple onto another. *)
Inductive need := Never | One (p : nat * nat) | Two (p q : nat * nat).

(** A loop matches only loops. *)
Definition needs (t t' : triple) : need :=
  match t, t' with
  | Inst v c, Inst y d => if Nat.eqb c d then One (v, y) else Never
  | Attr a v c, Attr b y d => if Nat.eqb a b && Nat.eqb c d then One (v, y) else Never
  | Rel r u v, Rel s y z =>
      if Nat.eqb r s && Bool.eqb (Nat.eqb u v) (Nat.eqb y z)
      then if Nat.eqb u v then One (u, y) else Two (u, y) (v, z)
      else Never
  | _, _ => Never
  end.

Definition met (phi : align) (w : need) : bool :=
  match w with
  | Never => false
  | One p => mem pair_dec p phi
  | Two p q => mem pair_dec p phi && mem pair_dec q phi
  end.

Definition maps (phi : align) (t t' : triple) : bool :=
  match image phi t with Some u => if triple_eq_dec u t' then true else false | None => false end.

Lemma maps_iff phi t t' : maps phi t t' = true <-> image phi t = Some t'.
Proof.
  unfold maps. destruct (image phi t) as [u|]; [|split; discriminate].
  destruct (triple_eq_dec u t') as [->|Ne]; split; congruence.
Qed.

Lemma app_iff phi x y : pinj phi -> app phi x = Some y <-> mem pair_dec (x, y) phi = true.
Proof. intros [N1 _]. rewrite mem_iff. split; [apply app_In | apply In_app, N1]. Qed.

Lemma image_inst phi v c y d : image phi (Inst v c) = Some (Inst y d) <-> app phi v = Some y /\ c = d.
Proof. simpl. destruct (app phi v); simpl; intuition congruence. Qed.

Lemma image_attr phi a v c b y d :
  image phi (Attr a v c) = Some (Attr b y d) <-> app phi v = Some y /\ a = b /\ c = d.
Proof. simpl. destruct (app phi v); simpl; intuition congruence. Qed.

Lemma image_rel phi r u v s y z :
  image phi (Rel r u v) = Some (Rel s y z) <-> app phi u = Some y /\ app phi v = Some z /\ r = s.
Proof. simpl. destruct (app phi u), (app phi v); intuition congruence. Qed.

(** The image of a triple is a triple of the same kind. *)
Definition same_kind (t t' : triple) : Prop :=
  match t, t' with
  | Inst _ _, Inst _ _ | Attr _ _ _, Attr _ _ _ | Rel _ _ _, Rel _ _ _ => True
  | _, _ => False
  end.

Lemma image_same_kind phi t t' : image phi t = Some t' -> same_kind t t'.
Proof.
  destruct t as [v c|a v c|r u v]; simpl.
  - destruct (app phi v); simpl; [injection 1 as <-; exact I | discriminate].
  - destruct (app phi v); simpl; [injection 1 as <-; exact I | discriminate].
  - destruct (app phi u), (app phi v); try discriminate. injection 1 as <-. exact I.
Qed.

(** An alignment maps a triple onto another if and only if it contains what that needs. *)
Lemma met_maps phi t t' : pinj phi -> met phi (needs t t') = maps phi t t'.
Proof.
  intros PI. apply eq_true_iff_eq. rewrite maps_iff.
  destruct t as [v c|a v c|r u v], t' as [y d|b y d|s y z];
    try (split; [discriminate | intros E; destruct (image_same_kind _ _ _ E)]); unfold needs.
  - rewrite image_inst, (app_iff phi v y PI). destruct (Nat.eqb_spec c d); simpl; intuition discriminate.
  - rewrite image_attr, (app_iff phi v y PI).
    destruct (Nat.eqb_spec a b), (Nat.eqb_spec c d); simpl; intuition discriminate.
  - rewrite image_rel. destruct (Nat.eqb_spec r s) as [->|Ne]; simpl; [|split; [discriminate | tauto]].
    destruct (Nat.eqb_spec u v) as [->|Nu], (Nat.eqb_spec y z) as [->|Ny]; simpl.
    + rewrite <- (app_iff phi v z PI). tauto.
    + split; [discriminate|]. intros (E1 & E2 & _). congruence.
    + split; [discriminate|]. intros (E1 & E2 & _). exfalso. apply Nu, (pinj_inj phi u v z PI E1 E2).
    + rewrite andb_true_iff, <- (app_iff phi u y PI), <- (app_iff phi v z PI). tauto.
Qed.

(** All that can match: for each triple of [L] and each of [R], what the match needs and what it is worth. *)
Definition matches (L R : list triple) (worth : triple -> triple -> nat) : list (need * Z) :=
  flat_map (fun t => flat_map (fun t' =>
    match needs t t' with Never => [] | w => [(w, Z.of_nat (worth t t'))] end) R) L.

Definition b2z (b : bool) : Z := if b then 1 else 0.

Definition owns (w : need) (x : nat * nat) : Z :=
  match w with One p => if pair_dec p x then 1 else 0 | _ => 0 end.

Definition joins (w : need) (x y : nat * nat) : Z :=
  match w with
  | Two p q => (if pair_dec p x then if pair_dec q y then 1 else 0 else 0)
               + (if pair_dec q x then if pair_dec p y then 1 else 0 else 0)
  | _ => 0
  end.

Lemma owns_nonneg w x : 0 <= owns w x.
Proof. destruct w as [|p|p q]; simpl; try destruct (pair_dec p x); lia. Qed.

Lemma joins_nonneg w x y : 0 <= joins w x y.
Proof. destruct w as [|p|p q]; simpl; repeat destruct (pair_dec _ _); lia. Qed.

Definition Uof (ms : list (need * Z)) (x : nat * nat) : Z := zsum (fun e => snd e * owns (fst e) x) ms.

Definition Wof (ms : list (need * Z)) (x y : nat * nat) : Z := zsum (fun e => snd e * joins (fst e) x y) ms.

Definition pairs_of (w : need) : list (nat * nat) :=
  match w with Never => [] | One p => [p] | Two p q => [p; q] end.

(** The pairs with weight: see [candidates_exact]. *)
Definition candidates (ms : list (need * Z)) : list (nat * nat) :=
  nodup pair_dec (flat_map (fun e => pairs_of (fst e)) ms).

Definition couple_dec : forall x y : (nat * nat) * (nat * nat), {x = y} + {x <> y}.
Proof. decide equality; apply pair_dec. Defined.

(** Every couple of pairs that match something together, in both orders. *)
Definition couples_of (ms : list (need * Z)) : list ((nat * nat) * (nat * nat)) :=
  flat_map (fun e => match fst e with Two p q => [(p, q); (q, p)] | _ => [] end) ms.

(** What an alignment is worth, by definition: the sum over the triples of [L] that it maps onto triples of [R]. *)
Definition gain (L R : list triple) (worth : triple -> triple -> nat) (phi : align) : Z :=
  zsum (fun t => zsum (fun t' => if maps phi t t' then Z.of_nat (worth t t') else 0) R) L.

Lemma value_linear {T} (f : T -> nat * nat -> Z) (g : T -> nat * nat -> nat * nat -> Z) (l : list T) phi :
  value (fun x => zsum (fun e => f e x) l) (fun x y => zsum (fun e => g e x y) l) phi
  = zsum (fun e => value (f e) (g e) phi) l.
Proof.
  induction phi as [|x phi IH]; simpl; [symmetry; apply zsum_0|].
  rewrite IH, (zsum_swap (fun y e => g e x y)), !zsum_add. reflexivity.
Qed.

Lemma value_scale c (f : nat * nat -> Z) (g : nat * nat -> nat * nat -> Z) phi :
  value (fun x => c * f x) (fun x y => c * g x y) phi = c * value f g phi.
Proof. induction phi as [|x phi IH]; simpl; [lia|]. rewrite IH, zsum_mul. lia. Qed.

Lemma mem_cons {T} dec (x y : T) l : mem dec x (y :: l) = if dec x y then true else mem dec x l.
Proof.
  apply eq_true_iff_eq. rewrite mem_iff. simpl. destruct (dec x y) as [->|Ne].
  - tauto.
  - rewrite mem_iff. split; [intros [E|H]; congruence | auto].
Qed.

(** A single need counts 1 in the value of an alignment that meets it, and 0 in any other. *)
Lemma value_need w phi :
  NoDup phi -> (forall p q, w = Two p q -> p <> q) -> value (owns w) (joins w) phi = b2z (met phi w).
Proof.
  intros ND Different. induction phi as [|x phi IH]; [destruct w; reflexivity|].
  apply NoDup_cons_iff in ND. destruct ND as [Fresh ND]. specialize (IH ND). simpl. rewrite IH. clear IH.
  apply (mem_false_iff pair_dec) in Fresh. apply negb_true_iff in Fresh.
  destruct w as [|p|p q]; simpl.
  - rewrite zsum_0. reflexivity.
  - rewrite zsum_0, mem_cons. destruct (pair_dec p x) as [->|_]; [rewrite Fresh|]; reflexivity.
  - assert (Ne := Different p q eq_refl).
    assert (Once : forall a, zsum (fun y => if pair_dec a y then 1 else 0) phi = b2z (mem pair_dec a phi)).
    { intros a. rewrite (zsum_one pair_dec (fun _ => 1)) by exact ND.
      unfold mem. destruct (in_dec pair_dec a phi); reflexivity. }
    assert (Row : zsum (joins (Two p q) x) phi
                  = (if pair_dec p x then b2z (mem pair_dec q phi) else 0)
                    + (if pair_dec q x then b2z (mem pair_dec p phi) else 0)).
    { unfold joins. rewrite zsum_add.
      destruct (pair_dec p x), (pair_dec q x); rewrite ?zsum_0, ?Once; reflexivity. }
    rewrite Row, !mem_cons.
    destruct (pair_dec p x) as [->|_], (pair_dec q x) as [->|_]; [tauto | ..]; rewrite ?Fresh; simpl.
    + lia.
    + rewrite andb_false_r, andb_true_r. simpl. lia.
    + lia.
Qed.

Lemma needs_different t t' p q : needs t t' = Two p q -> p <> q.
Proof.
  destruct t as [v c|a v c|r u v], t' as [y d|b y d|s y z]; simpl; try discriminate.
  - destruct (Nat.eqb c d); discriminate.
  - destruct (Nat.eqb a b && Nat.eqb c d); discriminate.
  - destruct (Nat.eqb r s && _); [|discriminate].
    destruct (Nat.eqb_spec u v); [discriminate|]. injection 1 as <- <-. congruence.
Qed.

Section Weights.

Variables (L R : list triple) (worth : triple -> triple -> nat).
Notation ms := (matches L R worth).

Lemma in_matches w x :
  In (w, x) ms <-> w <> Never /\ exists t t', In t L /\ In t' R /\ w = needs t t' /\ x = Z.of_nat (worth t t').
Proof.
  unfold matches. rewrite in_flat_map. setoid_rewrite in_flat_map. split.
  - intros (t & Ht & t' & Ht' & H). destruct (needs t t') as [|p|p q] eqn:E; simpl in H; [tauto | |];
      destruct H as [H|[]]; injection H as <- <-; (split; [discriminate|]); exists t, t'; auto.
  - intros (Some & t & t' & Ht & Ht' & -> & ->). exists t. split; auto. exists t'. split; auto.
    destruct (needs t t'); simpl; tauto.
Qed.

(** The bridge: the value for U and W is what the alignment is worth. *)
Theorem gain_value phi : pinj phi -> gain L R worth phi = value (Uof ms) (Wof ms) phi.
Proof.
  intros PI. assert (ND : NoDup phi) by (apply (NoDup_map_inv fst), PI).
  unfold Uof, Wof.
  rewrite (value_linear (fun e x => snd e * owns (fst e) x) (fun e x y => snd e * joins (fst e) x y)).
  rewrite (zsum_ext _ (fun e => snd e * b2z (met phi (fst e)))).
  - unfold gain, matches. rewrite zsum_flat_map. apply zsum_ext. intros t _.
    rewrite zsum_flat_map. apply zsum_ext. intros t' _. rewrite <- (met_maps phi t t' PI).
    destruct (needs t t') as [|p|p q]; cbn [zsum fst snd]; [reflexivity | |]; destruct (met phi _); simpl b2z; lia.
  - intros [w x] H. apply in_matches in H. destruct H as (_ & t & t' & _ & _ & -> & ->).
    rewrite value_scale, value_need; [reflexivity | exact ND | apply needs_different].
Qed.

Lemma in_candidates p : In p (candidates ms) <-> exists w x, In (w, x) ms /\ In p (pairs_of w).
Proof.
  unfold candidates. rewrite nodup_In, in_flat_map. split.
  - intros ([w x] & H & K). eauto.
  - intros (w & x & H & K). exists (w, x). auto.
Qed.

Lemma candidates_all p :
  ~ In p (candidates ms) -> Uof ms p = 0 /\ forall q, Wof ms p q = 0 /\ Wof ms q p = 0.
Proof.
  intros Out. assert (Away : forall w x, In (w, x) ms -> ~ In p (pairs_of w)).
  { intros w x H K. apply Out, in_candidates. eauto. }
  repeat split; apply zsum_zero; intros [w x] H; specialize (Away w x H);
    destruct w as [|a|a b]; simpl in *; try lia.
  - destruct (pair_dec a p); [tauto | lia].
  - destruct (pair_dec a p), (pair_dec b p); try tauto. lia.
  - destruct (pair_dec b p), (pair_dec a p); try tauto.
    destruct (pair_dec a q), (pair_dec b q); lia.
Qed.

(** The candidates are exactly the pairs with weight, if every match is worth something. *)
Lemma candidates_exact p :
  (forall t t', In t L -> In t' R -> (0 < worth t t')%nat) ->
  In p (candidates ms) <-> 0 < Uof ms p \/ exists q, 0 < Wof ms p q.
Proof.
  intros Worth. split.
  - assert (Counts : forall (f : need -> Z) w x,
      (forall w, 0 <= f w) -> In (w, x) ms -> 1 <= f w -> 0 < zsum (fun e => snd e * f (fst e)) ms).
    { intros f w x Nonneg H One.
      assert (Pos : forall e, In e ms -> 0 < snd e).
      { intros [u y] He. apply in_matches in He. destruct He as (_ & t & t' & Ht & Ht' & _ & ->).
        specialize (Worth t t' Ht Ht'). simpl. lia. }
      assert (Le : snd (w, x) * f (fst (w, x)) <= zsum (fun e => snd e * f (fst e)) ms).
      { apply (zsum_member (fun e => snd e * f (fst e))); [|exact H].
        intros e He. specialize (Pos e He). specialize (Nonneg (fst e)). nia. }
      specialize (Pos (w, x) H). simpl in Pos, Le. nia. }
    intros H. apply in_candidates in H. destruct H as (w & x & H & K).
    destruct w as [|a|a b]; simpl in K; [tauto | left | right].
    + apply (Counts (fun w => owns w p) (One a) x); [intros w; apply owns_nonneg | exact H|].
      simpl. destruct (pair_dec a p); [lia | tauto].
    + assert (Other : exists q, 1 <= joins (Two a b) p q).
      { destruct K as [->|[->|[]]]; [exists b | exists a]; simpl; repeat destruct (pair_dec _ _); try tauto; lia. }
      destruct Other as (q & Hq). exists q.
      apply (Counts (fun w => joins w p q) (Two a b) x); [intros w; apply joins_nonneg | exact H | exact Hq].
  - intros H. destruct (in_dec pair_dec p (candidates ms)) as [K|K]; [exact K|]. exfalso.
    apply candidates_all in K. destruct K as [U0 W0], H as [H|(q & H)]; [lia|]. specialize (W0 q). lia.
Qed.

Lemma couples_of_all p q : 0 < Wof ms p q -> In (p, q) (couples_of ms).
Proof.
  intros Pos. destruct (in_dec couple_dec (p, q) (couples_of ms)) as [K|K]; [exact K|]. exfalso.
  enough (Wof ms p q = 0) by lia. apply zsum_zero. intros [w x] H.
  destruct w as [| |a b]; simpl; try lia.
  assert (Away : forall c, In c [(a, b); (b, a)] -> c <> (p, q)).
  { intros c Hc ->. apply K, in_flat_map. exists (Two a b, x). auto. }
  assert (Ka := Away (a, b) ltac:(simpl; auto)). assert (Kb := Away (b, a) ltac:(simpl; auto)).
  destruct (pair_dec a p), (pair_dec b q), (pair_dec b p), (pair_dec a q); try lia; congruence.
Qed.

Lemma Uof_nonneg p : 0 <= Uof ms p.
Proof.
  apply zsum_nonneg. intros [w x] H. apply in_matches in H. destruct H as (_ & t & t' & _ & _ & _ & ->).
  apply Z.mul_nonneg_nonneg; [apply Nat2Z.is_nonneg | apply owns_nonneg].
Qed.

Lemma Wof_nonneg p q : 0 <= Wof ms p q.
Proof.
  apply zsum_nonneg. intros [w x] H. apply in_matches in H. destruct H as (_ & t & t' & _ & _ & _ & ->).
  apply Z.mul_nonneg_nonneg; [apply Nat2Z.is_nonneg | apply joins_nonneg].
Qed.

(** The variables of a triple are below [k]. *)
Definition below (k : nat) (t : triple) : bool :=
  match t with
  | Inst v _ | Attr _ v _ => Nat.ltb v k
  | Rel _ u v => Nat.ltb u k && Nat.ltb v k
  end.

Lemma needs_below m n t t' p :
  below m t = true -> below n t' = true -> In p (pairs_of (needs t t')) -> (fst p < m)%nat /\ (snd p < n)%nat.
Proof.
  destruct t as [v c|a v c|r u v], t' as [y d|b y d|s y z]; simpl; try tauto;
    rewrite ?andb_true_iff, ?Nat.ltb_lt.
  - intros Hv Hy H. destruct (Nat.eqb c d); simpl in H; [|tauto]. destruct H as [<-|[]]. auto.
  - intros Hv Hy H. destruct (Nat.eqb a b && Nat.eqb c d); simpl in H; [|tauto]. destruct H as [<-|[]]. auto.
  - intros [Hu Hv] [Hy Hz] H. destruct (Nat.eqb r s && _); simpl in H; [|tauto].
    destruct (Nat.eqb u v); simpl in H.
    + destruct H as [<-|[]]. auto.
    + destruct H as [<-|[<-|[]]]; auto.
Qed.

Lemma candidates_inside m n :
  (forall t, In t L -> below m t = true) -> (forall t, In t R -> below n t = true) ->
  forall p, In p (candidates ms) -> (fst p < m)%nat /\ (snd p < n)%nat.
Proof.
  intros HL HR p H. apply in_candidates in H. destruct H as (w & x & H & K).
  apply in_matches in H. destruct H as (_ & t & t' & Ht & Ht' & -> & _).
  apply (needs_below m n t t'); auto.
Qed.

(** From triples and a tree to the optimum, whatever matches are worth. *)
Theorem gain_certified m n claim step t :
  (forall t, In t L -> below m t = true) -> (forall t, In t R -> below n t = true) ->
  (step | claim) -> (forall p, (step | Uof ms p)) -> (forall p q, (step | Wof ms p q)) ->
  tree_ok m n (Uof ms) (Wof ms) (candidates ms) claim step root t ->
  forall phi, pinj phi -> gain L R worth phi <= claim.
Proof.
  intros HL HR OnClaim OnU OnW Ok phi PI. rewrite gain_value by exact PI.
  apply (certificate_sound m n (Uof ms) (Wof ms) (candidates ms) claim step) with (t := t); auto.
  - apply candidates_inside; auto.
  - apply candidates_all.
  - apply Uof_nonneg.
  - apply Wof_nonneg.
Qed.

End Weights.

(** ** The score as such a sum *)

(** An alignment maps a triple onto one triple at most. *)
Lemma maps_once phi t (f : triple -> Z) B :
  zsum (fun t' => if maps phi t t' then f t' else 0) (nodup triple_eq_dec B)
  = match image phi t with Some u => if tin u B then f u else 0 | None => 0 end.
Proof.
  unfold maps. destruct (image phi t) as [u|]; [|apply zsum_0].
  rewrite (zsum_ext _ (fun t' => if triple_eq_dec u t' then f t' else 0))
    by (intros t' _; destruct (triple_eq_dec u t'); reflexivity).
  rewrite zsum_one by apply NoDup_nodup.
  unfold tin. destruct (in_dec triple_eq_dec u (nodup triple_eq_dec B)) as [H|H], (in_dec triple_eq_dec u B) as [K|K];
    auto; rewrite nodup_In in H; tauto.
Qed.

(** Every match counts 1.  Triples of the left list count as often as they are listed, those of the right list once. *)
Definition plain_matches (A B : list triple) : list (need * Z) :=
  matches A (nodup triple_eq_dec B) (fun _ _ => 1%nat).

Lemma score_gain A B phi : Z.of_nat (score A B phi) = gain A (nodup triple_eq_dec B) (fun _ _ => 1%nat) phi.
Proof.
  unfold gain, score. induction A as [|t A IH]; [reflexivity|].
  cbn [zsum]. rewrite <- IH, (maps_once phi t (fun _ => Z.of_nat 1) B). simpl filter. unfold matched at 1.
  destruct (image phi t) as [u|]; [destruct (tin u B)|]; cbn [length]; lia.
Qed.

Theorem score_value A B phi :
  pinj phi -> Z.of_nat (score A B phi) = value (Uof (plain_matches A B)) (Wof (plain_matches A B)) phi.
Proof. intros PI. rewrite score_gain. apply gain_value, PI. Qed.

(** The same without an order of the pairs: with W symmetric, twice the value is the sum over all pairs p of 2 U(p) and
    over all p and q of W(p,q). *)
Definition val2 (U : nat * nat -> Z) (W : nat * nat -> nat * nat -> Z) (phi : align) : Z :=
  zsum (fun p => 2 * U p + zsum (W p) phi) phi.

Lemma value_val2 U W phi :
  (forall p q, W p q = W q p) -> (forall p, W p p = 0) -> 2 * value U W phi = val2 U W phi.
Proof.
  intros Sym Diag. unfold val2. induction phi as [|p phi IH]; [reflexivity|].
  cbn [value zsum]. rewrite Diag.
  rewrite (zsum_ext (fun x => 2 * U x + (W x p + zsum (W x) phi)) (fun x => W p x + (2 * U x + zsum (W x) phi))).
  - rewrite zsum_add, <- IH. change (zsum (fun x => W p x) phi) with (zsum (W p) phi). lia.
  - intros x _. rewrite (Sym x p). lia.
Qed.

Lemma Wof_sym ms p q : Wof ms p q = Wof ms q p.
Proof.
  apply zsum_ext. intros [w x] _. f_equal. destruct w as [| |a b]; simpl; auto.
  destruct (pair_dec a p), (pair_dec b q), (pair_dec b p), (pair_dec a q); reflexivity.
Qed.

Lemma Wof_diag L R worth p : Wof (matches L R worth) p p = 0.
Proof.
  apply zsum_zero. intros [w x] H. apply in_matches in H. destruct H as (_ & t & t' & _ & _ & E & _).
  destruct w as [| |a b]; simpl; try lia. assert (Ne := needs_different t t' a b (eq_sym E)).
  destruct (pair_dec a p), (pair_dec b p); try lia. congruence.
Qed.

Theorem score_val2 A B phi :
  pinj phi -> 2 * Z.of_nat (score A B phi) = val2 (Uof (plain_matches A B)) (Wof (plain_matches A B)) phi.
Proof. intros PI. rewrite score_value by exact PI. apply value_val2; [apply Wof_sym | apply Wof_diag]. Qed.

(** From triples and a tree to the optimum of Smatch. *)
Theorem smatch_certified A B m n claim t :
  (forall x, In x A -> below m x = true) -> (forall x, In x B -> below n x = true) ->
  tree_ok m n (Uof (plain_matches A B)) (Wof (plain_matches A B)) (candidates (plain_matches A B))
    (Z.of_nat claim) 1 root t ->
  forall phi, pinj phi -> (score A B phi <= claim)%nat.
Proof.
  intros HA HB Ok phi PI. apply Nat2Z.inj_le. rewrite score_gain.
  apply (gain_certified A (nodup triple_eq_dec B) _ m n _ 1 t); auto using Z.divide_1_l.
  intros x Hx. apply HB, (nodup_In triple_eq_dec), Hx.
Qed.

(** ** Repeated triples *)

(** How often a triple counts that has [a] copies on the left and whose image has [b] copies on the right. *)
Inductive duplicates := dup_set | dup_multiset | dup_product.

Definition copies (rule : duplicates) (a b : nat) : nat :=
  match rule with
  | dup_set => 1
  | dup_multiset => Nat.min a b
  | dup_product => a * b
  end.

Definition score_copies (rule : duplicates) (A B : list triple) (phi : align) : nat :=
  list_sum (map (fun t =>
    match image phi t with
    | Some u => if tin u B then copies rule (count_occ triple_eq_dec A t) (count_occ triple_eq_dec B u) else 0%nat
    | None => 0%nat
    end) (nodup triple_eq_dec A)).

Lemma score_copies_gain rule A B phi :
  Z.of_nat (score_copies rule A B phi) = gain (nodup triple_eq_dec A) (nodup triple_eq_dec B)
    (fun t u => copies rule (count_occ triple_eq_dec A t) (count_occ triple_eq_dec B u)) phi.
Proof.
  unfold gain, score_copies. induction (nodup triple_eq_dec A) as [|t l IH]; [reflexivity|].
  cbn [zsum]. rewrite <- IH.
  rewrite (maps_once phi t (fun u => Z.of_nat (copies rule _ (count_occ triple_eq_dec B u))) B).
  simpl map. simpl list_sum. destruct (image phi t) as [u|]; [destruct (tin u B)|]; lia.
Qed.

(** If no triple of the left list is repeated, the rule "set" is the plain score; if none of the right list is
    repeated either, so are the others. *)
Theorem score_copies_plain rule A B phi :
  NoDup A -> rule = dup_set \/ NoDup B -> score_copies rule A B phi = score A B phi.
Proof.
  intros NA NB. apply Nat2Z.inj. rewrite score_copies_gain, score_gain. unfold gain.
  rewrite (nodup_fixed_point triple_eq_dec NA). apply zsum_ext. intros t Ht.
  rewrite (maps_once phi t (fun u => Z.of_nat (copies rule _ (count_occ triple_eq_dec B u))) B).
  rewrite (maps_once phi t (fun _ => Z.of_nat 1) B).
  destruct (image phi t) as [u|]; [|reflexivity]. destruct (tin u B) eqn:E; [|reflexivity].
  destruct NB as [->|NB]; [reflexivity|]. apply tin_iff in E.
  rewrite (proj1 (NoDup_count_occ' triple_eq_dec A) NA t Ht), (proj1 (NoDup_count_occ' triple_eq_dec B) NB u E).
  destruct rule; reflexivity.
Qed.

(** ** The checker *)

(** The alignment is one-to-one. *)
Definition C1 (m n : nat) (phi : align) : bool :=
  distinct Nat.eq_dec (map fst phi) && distinct Nat.eq_dec (map snd phi)
  && forallb (fun p => Nat.ltb (fst p) m && Nat.ltb (snd p) n) phi.

(** The alignment is worth what the certificate says. *)
Definition C2 (ms : list (need * Z)) (phi : align) (worth : nat) : bool :=
  value (Uof ms) (Wof ms) phi =? Z.of_nat worth.

(** The alignment [phi] is worth [attained], the tree [t] proves that none is worth more than [bound], and [step]
    divides all that is added up. *)
Definition check_with (L R : list triple) (worth : triple -> triple -> nat)
    (m n : nat) (phi : align) (attained : nat) (step : Z) (bound : nat) (t : tree) : bool :=
  let ms := matches L R worth in
  forallb (below m) L && forallb (below n) R && C1 m n phi && C2 ms phi attained
  && stepb (Uof ms) (Wof ms) (candidates ms) (couples_of ms) (Z.of_nat bound) step
  && treeb m n (Uof ms) (Wof ms) (candidates ms) (couples_of ms) (Z.of_nat bound) step root t.

(** The checker for the plain score: the claim is the best score of the graphs [A] and [B] with [m] and [n] variables,
    the alignment [phi] has it, and the tree [t] proves that none has more. *)
Definition check (A B : list triple) (m n : nat) (phi : align) (claim : nat) (t : tree) : bool :=
  check_with A (nodup triple_eq_dec B) (fun _ _ => 1%nat) m n phi claim 1 claim t.

(** The same under a rule for repeated triples, with a step, and with a bound that the alignment need not reach. *)
Definition check_copies (rule : duplicates) (A B : list triple) :
    nat -> nat -> align -> nat -> Z -> nat -> tree -> bool :=
  check_with (nodup triple_eq_dec A) (nodup triple_eq_dec B)
    (fun t u => copies rule (count_occ triple_eq_dec A t) (count_occ triple_eq_dec B u)).

Lemma check_with_ok L R worth m n phi attained step bound t :
  check_with L R worth m n phi attained step bound t = true ->
  pinj phi /\ gain L R worth phi = Z.of_nat attained /\
  forall phi', pinj phi' -> gain L R worth phi' <= Z.of_nat bound.
Proof.
  unfold check_with, C1, C2.
  rewrite !andb_true_iff, !forallb_forall, !distinct_iff, Z.eqb_eq.
  intros (((((HL & HR) & ((N1 & N2) & _)) & Worth) & Step) & Tree).
  assert (PI : pinj phi) by (split; assumption).
  apply stepb_ok in Step; [|apply couples_of_all | intros p K; apply (candidates_all L R worth p K) | apply Wof_nonneg].
  destruct Step as (OnBound & OnU & OnW).
  repeat split; auto.
  - rewrite gain_value by exact PI. exact Worth.
  - apply (gain_certified L R worth m n (Z.of_nat bound) step t); auto.
    apply (treeb_ok m n _ _ _ (couples_of (matches L R worth))); [|exact Tree].
    apply couples_of_all.
Qed.

(** What [check] accepts is true: no alignment has a better score than the claim. *)
Theorem certified A B m n phi claim t :
  check A B m n phi claim t = true ->
  pinj phi /\ score A B phi = claim /\ forall phi', pinj phi' -> (score A B phi' <= claim)%nat.
Proof.
  intros H. apply check_with_ok in H. rewrite <- score_gain in H. destruct H as (PI & Worth & Best).
  repeat split; try apply PI; [lia|].
  intros phi' PI'. specialize (Best phi' PI'). rewrite <- score_gain in Best. lia.
Qed.

(** An accepted claim decides every question about these two graphs. *)
Corollary certified_SMATCH A B m n phi claim t :
  check A B m n phi claim t = true -> forall k, SMATCH A B k <-> (k <= claim)%nat.
Proof.
  intros H k. apply certified in H. destruct H as (PI & Worth & Best). split.
  - intros (phi' & PI' & K). specialize (Best phi' PI'). lia.
  - intros K. exists phi. split; [exact PI | lia].
Qed.

(** What [check_copies] accepts is true: the alignment has that score, and none has one above the bound. *)
Theorem certified_copies rule A B m n phi attained step bound t :
  check_copies rule A B m n phi attained step bound t = true ->
  pinj phi /\ score_copies rule A B phi = attained /\
  forall phi', pinj phi' -> (score_copies rule A B phi' <= bound)%nat.
Proof.
  intros H. apply check_with_ok in H. rewrite <- score_copies_gain in H. destruct H as (PI & Worth & Best).
  repeat split; try apply PI; [lia|].
  intros phi' PI'. specialize (Best phi' PI'). rewrite <- score_copies_gain in Best. lia.
Qed.

(** ** Examples *)

Module Examples.

Local Notation "i :-> x" := (i%nat, x%Z) (at level 60).
Local Notation at_pair := (fun (i j : nat) (r s : table) => ((i, j), (r, s))).

(** [(b / boy)] against itself: the triples instance(b, boy) and TOP(b, top).  With denominator 1 and no stars, the
    dual 2 of row 0 pays for both. *)
Definition boy : list triple := [Inst 0 0; Attr 0 0 0].

Definition boy_leaf (a : Z) : tree := Leaf {| D := 1; stars := []; rows := [0 :-> a]; columns := []; cliques := [] |}.

Example boy_accepted : check boy boy 1 1 [(0, 0)]%nat 2 (boy_leaf 2) = true.
Proof. reflexivity. Qed.

Example boy_claim_too_large : check boy boy 1 1 [(0, 0)]%nat 3 (boy_leaf 3) = false.
Proof. reflexivity. Qed.

Example boy_claim_too_small : check boy boy 1 1 []%nat 0 (boy_leaf 2) = false.
Proof. reflexivity. Qed.

Example boy_pays_too_little : check boy boy 1 1 [(0, 0)]%nat 2 (boy_leaf 1) = false.
Proof. reflexivity. Qed.

(** The same with every triple twice, under the rule "product": both weigh 4, so a total of 11 proves 8 in steps of 4,
    but not in steps of 1, nor in steps of 3, which is no step of these weights. *)
Definition boy_twice : list triple := boy ++ boy.

Definition check_steps (step : Z) (bound : nat) (a : Z) : bool :=
  check_copies dup_product boy_twice boy_twice 1 1 [(0, 0)]%nat 8 step bound (boy_leaf a).

Example steps_of_4 : check_steps 4 8 11 = true.
Proof. reflexivity. Qed.

Example steps_of_8 : check_steps 8 8 15 = true.
Proof. reflexivity. Qed.

Example steps_of_4_too_few : check_steps 4 8 12 = false.
Proof. reflexivity. Qed.

Example steps_of_1 : check_steps 1 8 11 = false.
Proof. reflexivity. Qed.

Example steps_of_3 : check_steps 3 9 11 = false.
Proof. reflexivity. Qed.

Example steps_of_0 : check_steps 0 8 8 = false.
Proof. reflexivity. Qed.

(** An interval: at least 8, at most 12; 13 is no multiple of the step. *)
Example interval : check_steps 4 12 15 = true /\ check_steps 4 13 15 = false.
Proof. split; reflexivity. Qed.

(** Two who know each other against two of whom one knows the other: only one relation can match.  A tree with every
    kind of node.  With (0,0) forced, the duals of a fix give 1 to row 1, which needs nothing.  So anything better than
    the claim has to cover row 1, and cannot use the slack of 1 that the pair (1,1) has; but that is the only live pair
    of row 1, and the node is empty.  With (0,0) forbidden, the only match left is that of (0,1) and (1,0): a leaf
    charges it to row 0. *)
Definition mutual : list triple := [Rel 0 0 1; Rel 0 1 0].
Definition single : list triple := [Rel 0 0 1].

Definition paid_by_row_0 : list ((nat * nat) * (table * table)) :=
  [at_pair 0 0 [1 :-> 1] []; at_pair 0 1 [1 :-> 1] []]%nat.

Definition knows (last : duals) : tree :=
  Branch (0, 0)%nat
    (Fix {| D := 1; stars := paid_by_row_0; rows := [0 :-> 1; 1 :-> 1]; columns := []; cliques := [] |} Empty)
    (Leaf last).

Definition last_leaf : duals := {| D := 1; stars := paid_by_row_0; rows := [0 :-> 1]; columns := []; cliques := [] |}.

Example knows_accepted : check mutual single 2 2 [(0, 0); (1, 1)]%nat 1 (knows last_leaf) = true.
Proof. reflexivity. Qed.

Example knows_claim_too_large : check mutual single 2 2 [(0, 0); (1, 1)]%nat 2 (knows last_leaf) = false.
Proof. reflexivity. Qed.

Example knows_claim_too_small : check mutual single 2 2 [(0, 0)]%nat 0 (knows last_leaf) = false.
Proof. reflexivity. Qed.

(** A node is empty only if something required cannot be had. *)
Example knows_not_empty :
  check mutual single 2 2 [(0, 0); (1, 1)]%nat 1 (Branch (0, 0)%nat Empty (Leaf last_leaf)) = false.
Proof. reflexivity. Qed.

(** Three variables against three times two of them: each two want to be equal, but for the first and the last, which want
    to differ.  Two of three wishes can come true.  Without cliques no leaf proves that; of three matches that have no
    pair in common, any two compete. *)
Definition wishes : list triple := [Rel 0 0 1; Rel 1 1 2; Rel 2 0 2].
Definition granted : list triple := [Rel 0 0 2; Rel 0 1 3; Rel 1 2 4; Rel 1 3 5; Rel 2 0 5; Rel 2 1 4].

Definition one_of (x : Z) : Z * list ((nat * nat) * (nat * nat)) :=
  (x, [((0, 0), (1, 2)); ((1, 3), (2, 5)); ((0, 1), (2, 4))])%nat.
Definition other_of : Z * list ((nat * nat) * (nat * nat)) :=
  (1, [((0, 1), (1, 3)); ((1, 2), (2, 4)); ((0, 0), (2, 5))]%nat).

Definition check_wishes (bound : nat) (ks : list (Z * list ((nat * nat) * (nat * nat)))) : bool :=
  check_copies dup_set wishes granted 3 6 [(0, 0); (1, 2); (2, 4)]%nat 2 1 bound
    (Leaf {| D := 1; stars := []; rows := []; columns := []; cliques := ks |}).

Example wishes_accepted : check_wishes 2 [one_of 1; other_of] = true.
Proof. reflexivity. Qed.

(** A dual too large, too small or negative, and a clique that is missing. *)
Example wishes_refused :
  map (check_wishes 2) [[one_of 2; other_of]; [one_of 0; other_of]; [one_of (-1); other_of]; [other_of]]
  = [false; false; false; false].
Proof. reflexivity. Qed.

(** An alignment can contain both of these. *)
Example wishes_no_clique : check_wishes 2 [one_of 1; other_of; (0, [((0, 0), (1, 2)); ((1, 2), (2, 4))]%nat)] = false.
Proof. reflexivity. Qed.

(** A certificate as the Python program writes it, with its nodes in prefix order: two directed graphs on four vertices
    have three arcs in common and no more. *)
Definition arcs (l : list (nat * nat)) : list triple := map (fun e => Rel 0 (fst e) (snd e)) l.

Definition left_graph : list triple := arcs [(0, 2); (1, 3); (2, 0); (2, 1); (3, 0); (3, 1)]%nat.
Definition right_graph : list triple := arcs [(0, 1); (1, 0); (2, 0); (2, 1); (3, 1)]%nat.

Definition first_fix : duals := {|
  D := 12;
  stars := [
    at_pair 0 0 [2 :-> 9; 3 :-> 5] [2 :-> 1]; at_pair 0 1 [2 :-> 10; 3 :-> 6] [];
    at_pair 0 2 [2 :-> 9] []; at_pair 0 3 [2 :-> 7] [];
    at_pair 1 0 [2 :-> 6; 3 :-> 9] []; at_pair 1 1 [2 :-> 7; 3 :-> 10] [];
    at_pair 1 2 [3 :-> 10] []; at_pair 1 3 [3 :-> 6] [];
    at_pair 2 0 [0 :-> 8] [1 :-> 7]; at_pair 2 1 [0 :-> 9] [0 :-> 6];
    at_pair 2 2 [0 :-> 2; 1 :-> 7] []; at_pair 2 3 [] [1 :-> 5];
    at_pair 3 0 [1 :-> 8] [1 :-> 6]; at_pair 3 1 [1 :-> 8] [0 :-> 7];
    at_pair 3 2 [0 :-> 6; 1 :-> 3] []; at_pair 3 3 [0 :-> 1] [1 :-> 5]]%nat;
  rows := [0 :-> 7; 1 :-> 8; 2 :-> 7; 3 :-> 7];
  columns := [0 :-> 8; 1 :-> 9; 2 :-> 2]; cliques := [] |}.

Definition leaf_with : duals := {|
  D := 6;
  stars := [
    at_pair 0 0 [3 :-> 6] []; at_pair 0 1 [2 :-> 5; 3 :-> 6] []; at_pair 1 1 [2 :-> 2; 3 :-> 6] [];
    at_pair 2 0 [0 :-> 3] [1 :-> 4]]%nat;
  rows := [0 :-> 3; 2 :-> 4];
  columns := [0 :-> 3; 1 :-> 8]; cliques := [] |}.

Definition leaf_without : duals := {|
  D := 6;
  stars := [
    at_pair 0 0 [2 :-> 5] []; at_pair 0 1 [2 :-> 5] []; at_pair 0 2 [2 :-> 4] []; at_pair 1 1 [2 :-> 3] [];
    at_pair 2 0 [0 :-> 3] [1 :-> 4]; at_pair 2 2 [0 :-> 1; 1 :-> 3] []]%nat;
  rows := [0 :-> 4; 1 :-> 2; 2 :-> 6];
  columns := [0 :-> 1; 1 :-> 1]; cliques := [] |}.

Definition check_arcs (phi : align) (claim : nat) (steps : list proof_node) : bool :=
  match read steps with
  | Some t => check left_graph right_graph 4 4 phi claim t
  | None => false
  end.

Definition straight : align := [(0, 0); (1, 1); (2, 2); (3, 3)]%nat.

Example arcs_accepted :
  check_arcs straight 3 [FixStep first_fix; BranchStep (3, 2)%nat; LeafStep leaf_with; LeafStep leaf_without] = true.
Proof. vm_compute. reflexivity. Qed.

Example arcs_claim_too_large :
  check_arcs straight 4 [FixStep first_fix; BranchStep (3, 2)%nat; LeafStep leaf_with; LeafStep leaf_without] = false.
Proof. vm_compute. reflexivity. Qed.

(** Without (3, 3) the alignment is worth 2, and then the inequalities fail. *)
Example arcs_claim_too_small :
  check_arcs [(0, 0); (1, 1); (2, 2)]%nat 2
    [FixStep first_fix; BranchStep (3, 2)%nat; LeafStep leaf_with; LeafStep leaf_without] = false.
Proof. vm_compute. reflexivity. Qed.

Example arcs_node_missing :
  check_arcs straight 3 [FixStep first_fix; BranchStep (3, 2)%nat; LeafStep leaf_with] = false.
Proof. reflexivity. Qed.

(** What the accepted certificate means. *)
Example arcs_optimum k : SMATCH left_graph right_graph k <-> (k <= 3)%nat.
Proof.
  apply (certified_SMATCH left_graph right_graph 4 4 straight 3
           (Fix first_fix (Branch (3, 2)%nat (Leaf leaf_with) (Leaf leaf_without)))).
  vm_compute. reflexivity.
Qed.

End Examples.
