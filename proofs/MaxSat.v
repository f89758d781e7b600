(** * MAX-SAT reduces to SMATCH, value for value

    Given a formula in conjunctive normal form over the Boolean variables 0 .. N-1, m of whose clauses have literals.
    Two lists of triples are built from it, [left] and [right].  Then, for every k,

      some assignment satisfies k clauses or more
      <->  some alignment matches 2 + 2 (N + m) + k triples or more      ([maxsat_iff_smatch]).

    So the best score is 2 + 2 (N + m) more than the greatest number of clauses that can be satisfied; in particular
    the formula is satisfiable if and only if 2 + 2 (N + m) more triples than there are clauses can be matched
    ([sat_iff_smatch]), which makes SMATCH NP-hard.  Clauses may have any length; they may be empty, repeat a literal or
    contain both a variable and its negation, and variables need not occur.  The lists are linear in the size of the
    formula ([left_length], [right_length]), the numbers in them are polynomial ([name_le]), and no triple occurs twice
    ([left_NoDup], [right_NoDup]).

    The left graph has a node for each variable and for each clause, and an arc from clause j to the variable of its
    literal p, with the label (j, p).  The right graph has two nodes for each variable, true and false, and one node
    for each literal of a clause; there the arc (j, p) leads to the node that makes the literal true.  Concepts and
    star labels force a variable to one of its truth values and a clause to one of its literals.

    Left to right: align each variable with its value and each satisfied clause with a literal that is true.  Right to
    left: read the assignment off the variables.  An arc (j, p) can only be matched if clause j sits on its literal p
    and that literal is true, so each clause has at most one matched arc, and none unless it is satisfied.  All other
    triples together are 2 + 2 (N + m), besides the two of each empty clause, which have no counterpart on the right.

    The Python counterpart is reductions/to_smatch/satisfiability.py. *)

From Coq Require Import Arith Lia Bool List.
From Coq Require Cantor.
From SmatchProof Require Import Smatch.
Import ListNotations.

(** ** Formulas *)

(** The literal (v, true) is variable v, and (v, false) is its negation. *)
Definition literal := (nat * bool)%type.
Definition clause := list literal.
Definition formula := list clause.

Definition holds (s : nat -> bool) (l : literal) : bool := eqb (s (fst l)) (snd l).
Definition satisfied (s : nat -> bool) (f : formula) : nat := length (filter (existsb (holds s)) f).
Definition satisfiable (f : formula) := exists s, forall c, In c f -> existsb (holds s) c = true.

(** The variables are 0 .. N-1. *)
Definition cnf N (f : formula) := forall c, In c f -> forall l, In l c -> fst l < N.

(** How many clauses have literals: the node of an empty clause has no counterpart. *)
Definition is_full (c : clause) : bool := match c with [] => false | _ => true end.
Definition full (f : formula) : nat := length (filter is_full f).

(** ** The construction *)

(** Everything that needs a number gets the code of a kind and two indexes.  The root is 0; codes are positive. *)
Definition name (kind i p : nat) : nat := S (Cantor.to_nat (kind, Cantor.to_nat (i, p))).

(** A variable and a clause: left node, concept and star label.  The truth values of a variable and the literals of a
    clause: right nodes.  The arc of a literal: its label. *)
Definition var v := name 0 v 0.
Definition cl j := name 1 j 0.
Definition truth v (b : bool) := name 2 v (if b then 1 else 0).
Definition place j p := name 3 j p.
Definition link j p := name 4 j p.

(** A list with its positions. *)
Definition numbered {T} (l : list T) : list (nat * T) := combine (seq 0 (length l)) l.

(** The literals of a formula as (clause number, position, literal). *)
Definition clause_literals (jc : nat * clause) : list (nat * nat * literal) :=
  map (fun pl => (fst jc, fst pl, snd pl)) (numbered (snd jc)).
Definition literals (f : formula) := flat_map clause_literals (numbered f).

(** A node with its concept, and its arc from the root; the concept serves as label. *)
Definition own (n : nat * nat) := Inst (fst n) (snd n).
Definition star (n : nat * nat) := Rel (snd n) 0 (fst n).
Definition roots := [Inst 0 0; Attr 0 0 0].

Definition left_nodes N (f : formula) : list (nat * nat) :=
  map (fun v => (var v, var v)) (seq 0 N) ++ map (fun j => (cl j, cl j)) (seq 0 (length f)).
Definition left_arc (t : nat * nat * literal) := let '(j, p, (v, _)) := t in Rel (link j p) (cl j) (var v).
Definition left N (f : formula) : list triple :=
  roots ++ map own (left_nodes N f) ++ map star (left_nodes N f) ++ map left_arc (literals f).

Definition right_nodes N (f : formula) : list (nat * nat) :=
  flat_map (fun v => [(truth v true, var v); (truth v false, var v)]) (seq 0 N) ++
  map (fun t => let '(j, p, _) := t in (place j p, cl j)) (literals f).
Definition right_arc (t : nat * nat * literal) := let '(j, p, (v, b)) := t in Rel (link j p) (place j p) (truth v b).
Definition right N (f : formula) : list triple :=
  roots ++ map own (right_nodes N f) ++ map star (right_nodes N f) ++ map right_arc (literals f).

(** ** Names *)

Lemma name_inj kind i p kind' i' p' : name kind i p = name kind' i' p' -> kind = kind' /\ i = i' /\ p = p'.
Proof.
  intros E. apply Nat.succ_inj, Cantor.to_nat_inj, pair_equal_spec in E. destruct E as [-> E].
  apply Cantor.to_nat_inj, pair_equal_spec in E. destruct E as [-> ->]. auto.
Qed.

Lemma var_inj v v' : var v = var v' -> v = v'.
Proof. apply name_inj. Qed.

Lemma cl_inj j j' : cl j = cl j' -> j = j'.
Proof. apply name_inj. Qed.

Lemma truth_inj v b v' b' : truth v b = truth v' b' -> v = v' /\ b = b'.
Proof. intros E. apply name_inj in E. destruct b, b'; split; (apply E || lia || reflexivity). Qed.

Lemma place_inj j p j' p' : place j p = place j' p' -> j = j' /\ p = p'.
Proof. apply name_inj. Qed.

Lemma link_inj j p j' p' : link j p = link j' p' -> j = j' /\ p = p'.
Proof. apply name_inj. Qed.

(** [injection] would look inside names; these two do not. *)
Lemma Rel_inj r u v r' u' v' : Rel r u v = Rel r' u' v' -> r = r' /\ u = u' /\ v = v'.
Proof. intros E. injection E as -> -> ->. auto. Qed.

Lemma Some_inj (x y : nat) : Some x = Some y -> x = y.
Proof. congruence. Qed.

Lemma cantor_le x y : Cantor.to_nat (x, y) < (x + y + 1) * (x + y + 1).
Proof. assert (E := Cantor.to_nat_spec x y). nia. Qed.

(** Names are polynomial in their parts, so they have few digits. *)
Lemma name_le kind i p : name kind i p <= (kind + i + p + 1) ^ 4.
Proof.
  unfold name. assert (K := cantor_le i p). set (q := Cantor.to_nat (i, p)) in *.
  assert (L := cantor_le kind q). set (r := Cantor.to_nat (kind, q)) in *.
  set (s := kind + i + p + 1). assert (Q : kind + q + 1 <= s * s) by (unfold s; nia).
  assert (R := Nat.mul_le_mono _ _ _ _ Q Q). replace (s ^ 4) with (s * s * (s * s)) by (simpl; lia). lia.
Qed.

(** ** Positions *)

Lemma numbered_cons {T} (x : T) l i :
  combine (seq i (length (x :: l))) (x :: l) = (i, x) :: combine (seq (S i) (length l)) l.
Proof. reflexivity. Qed.

Lemma in_numbered {T} (l : list T) i x : In (i, x) (numbered l) <-> nth_error l i = Some x.
Proof.
  enough (G : forall k, In (i, x) (combine (seq k (length l)) l) <-> k <= i /\ nth_error l (i - k) = Some x).
  { unfold numbered. rewrite G, Nat.sub_0_r. split; [tauto | split; [lia | auto]]. }
  induction l as [|y l IH]; intros k.
  - simpl. split; [tauto|]. intros [_ H]. destruct (i - k); discriminate.
  - rewrite numbered_cons. simpl In. rewrite IH. split.
    + intros [E|[L H]]; [injection E as -> ->; rewrite Nat.sub_diag; auto|].
      replace (i - k) with (S (i - S k)) by lia. split; [lia | exact H].
    + intros [L H]. destruct (Nat.eq_dec k i) as [->|Ne].
      * rewrite Nat.sub_diag in H. injection H as ->. auto.
      * right. replace (i - k) with (S (i - S k)) in H by lia. split; [lia | exact H].
Qed.

Lemma map_fst_numbered {T} (l : list T) : map fst (numbered l) = seq 0 (length l).
Proof.
  unfold numbered. generalize 0. induction l as [|x l IH]; intros i; [reflexivity|].
  rewrite numbered_cons. simpl. f_equal. apply IH.
Qed.

Lemma map_snd_numbered {T} (l : list T) : map snd (numbered l) = l.
Proof.
  unfold numbered. generalize 0. induction l as [|x l IH]; intros i; [reflexivity|].
  rewrite numbered_cons. simpl. f_equal. apply IH.
Qed.

Lemma numbered_length {T} (l : list T) : length (numbered l) = length l.
Proof. rewrite <- (map_length snd), map_snd_numbered. reflexivity. Qed.

Lemma numbered_NoDup {T} (l : list T) : NoDup (numbered l).
Proof. apply (NoDup_map_inv fst). rewrite map_fst_numbered. apply seq_NoDup. Qed.

Lemma in_literals f j p l :
  In (j, p, l) (literals f) <-> exists c, nth_error f j = Some c /\ nth_error c p = Some l.
Proof.
  unfold literals, clause_literals. rewrite in_flat_map. split.
  - intros ([j' c] & Hc & H). apply in_map_iff in H. destruct H as ([p' l'] & E & H). injection E as -> -> ->.
    exists c. split; apply in_numbered; assumption.
  - intros (c & Hc & H). exists (j, c). split; [apply in_numbered, Hc|].
    apply in_map_iff. exists (p, l). split; [reflexivity | apply in_numbered, H].
Qed.

(** Clause number and position determine the literal, even if the clause repeats it. *)
Lemma literals_unique f j p l l' : In (j, p, l) (literals f) -> In (j, p, l') (literals f) -> l = l'.
Proof. rewrite !in_literals. intros (c & H & K) (c' & H' & K'). congruence. Qed.

Lemma literals_wf N f j p v b : cnf N f -> In (j, p, (v, b)) (literals f) -> v < N /\ j < length f.
Proof.
  intros W H. apply in_literals in H. destruct H as (c & Hc & Hl). split.
  - apply nth_error_In in Hc, Hl. apply (W c Hc _ Hl).
  - apply nth_error_Some. congruence.
Qed.

(** ** Sizes *)

Lemma literals_length f : length (literals f) = list_sum (map (@length literal) f).
Proof.
  assert (E : forall l, length (flat_map clause_literals l) = list_sum (map (@length literal) (map snd l))).
  { induction l as [|[j c] l IH]; simpl; [reflexivity|]. rewrite app_length, IH. f_equal.
    unfold clause_literals. rewrite map_length. apply numbered_length. }
  unfold literals. rewrite E, map_snd_numbered. reflexivity.
Qed.

Theorem left_length N f : length (left N f) = 2 + 2 * (N + length f) + list_sum (map (@length literal) f).
Proof.
  unfold left, left_nodes. rewrite <- literals_length, !app_length, !map_length, !app_length, !map_length, !seq_length.
  simpl. lia.
Qed.

Theorem right_length N f : length (right N f) = 2 + 4 * N + 3 * list_sum (map (@length literal) f).
Proof.
  assert (E : forall l, length (flat_map (fun v => [(truth v true, var v); (truth v false, var v)]) l) = 2 * length l).
  { induction l; simpl in *; lia. }
  unfold right, right_nodes. rewrite <- literals_length, !app_length, !map_length, !app_length, E, !map_length.
  rewrite seq_length. simpl. lia.
Qed.

(** ** What the lists contain *)

Lemma in_left_nodes N f n : In n (left_nodes N f) <->
  (exists v, v < N /\ n = (var v, var v)) \/ (exists j, j < length f /\ n = (cl j, cl j)).
Proof.
  unfold left_nodes. rewrite in_app_iff, !in_map_iff. split.
  - intros [(v & <- & H)|(j & <- & H)]; apply in_seq in H; [left; exists v | right; exists j]; split; auto; lia.
  - intros [(v & H & ->)|(j & H & ->)]; [left; exists v | right; exists j]; split; auto; apply in_seq; lia.
Qed.

Lemma in_right_nodes N f n : In n (right_nodes N f) <->
  (exists v b, v < N /\ n = (truth v b, var v)) \/
  (exists j p l, In (j, p, l) (literals f) /\ n = (place j p, cl j)).
Proof.
  unfold right_nodes. rewrite in_app_iff, in_flat_map, in_map_iff. split.
  - intros [(v & H & K)|([[j p] l] & <- & H)]; [left | right; exists j, p, l; auto].
    apply in_seq in H. destruct K as [<-|[<-|[]]]; [exists v, true | exists v, false]; split; auto; lia.
  - intros [(v & b & H & ->)|(j & p & l & H & ->)]; [left; exists v | right; exists (j, p, l); auto].
    split; [apply in_seq; lia|]. destruct b; simpl; auto.
Qed.

Lemma in_right N f t : In t (right N f) <->
  In t roots \/ (exists n, In n (right_nodes N f) /\ (t = own n \/ t = star n)) \/
  (exists l, In l (literals f) /\ t = right_arc l).
Proof.
  unfold right. rewrite !in_app_iff, !in_map_iff. split.
  - intros [H|[(n & <- & H)|[(n & <- & H)|(l & <- & H)]]]; eauto 6.
  - intros [H|[(n & H & [->| ->])|(l & H & ->)]]; eauto 6.
Qed.

(** An arc of a literal matches the arc of the same literal only. *)
Lemma in_right_link N f j p y z :
  In (Rel (link j p) y z) (right N f) ->
  exists v b, In (j, p, (v, b)) (literals f) /\ y = place j p /\ z = truth v b.
Proof.
  rewrite in_right. intros [H|[(n & H & [K|K])|([[j' p'] [v b]] & H & K)]].
  - destruct H as [H|[H|[]]]; discriminate.
  - discriminate.
  - exfalso. apply Rel_inj in K. destruct K as [K _].
    apply in_right_nodes in H. destruct H as [(v & b & _ & ->)|(j' & p' & l & _ & ->)]; apply name_inj in K; lia.
  - apply Rel_inj in K. destruct K as (E & -> & ->). apply link_inj in E. destruct E as [-> ->]. eauto.
Qed.

Lemma matched_arc N f phi j p v b :
  In (j, p, (v, b)) (literals f) ->
  matched (right N f) phi (left_arc (j, p, (v, b))) = true <->
  app phi (cl j) = Some (place j p) /\ app phi (var v) = Some (truth v b).
Proof.
  intros H. unfold matched, image, left_arc. split.
  - destruct (app phi (cl j)) as [y|]; [|discriminate]. destruct (app phi (var v)) as [z|]; [|discriminate].
    intros M. apply tin_iff, in_right_link in M. destruct M as (v' & b' & K & -> & ->).
    assert (E := literals_unique f j p _ _ H K). injection E as <- <-. auto.
  - intros [-> ->]. apply tin_iff, in_right. right. right. exists (j, p, (v, b)). auto.
Qed.

(** ** Counting *)

Lemma filter_flat_map_le {T U} (f : U -> bool) (g : T -> bool) (h : T -> list U) l :
  (forall x, In x l -> length (filter f (h x)) <= if g x then 1 else 0) ->
  length (filter f (flat_map h l)) <= length (filter g l).
Proof.
  induction l as [|x l IH]; simpl; auto. intros H. rewrite filter_app_length.
  assert (K := H x (or_introl eq_refl)). specialize (IH (fun y Hy => H y (or_intror Hy))).
  destruct (g x); simpl; lia.
Qed.

Lemma filter_flat_map_ge {T U} (f : U -> bool) (g : T -> bool) (h : T -> list U) l :
  (forall x, In x l -> g x = true -> exists y, In y (h x) /\ f y = true) ->
  length (filter g l) <= length (filter f (flat_map h l)).
Proof.
  induction l as [|x l IH]; simpl; auto. intros H. rewrite filter_app_length.
  specialize (IH (fun y Hy => H y (or_intror Hy))). destruct (g x) eqn:E; simpl; [|lia].
  destruct (H x (or_introl eq_refl) E) as (y & Hy & K).
  assert (I : In y (filter f (h x))) by (apply filter_In; auto).
  destruct (filter f (h x)); [destruct I | simpl; lia].
Qed.

Lemma filter_none {T} (f : T -> bool) l : (forall x, In x l -> f x = true -> False) -> length (filter f l) <= 0.
Proof.
  induction l as [|x l IH]; simpl; intros H; auto.
  destruct (f x) eqn:E; [exfalso; apply (H x); auto | apply IH; intros y Hy; apply H; auto].
Qed.

Lemma filter_at_most_one {T} (f :
  T -> bool) l : NoDup l ->
  (forall x y, In x l -> In y l -> f x = true -> f y = true -> x = y) -> length (filter f l) <= 1.
Proof.
  intros N H. assert (K : NoDup (filter f l)) by (apply NoDup_filter, N).
  destruct (filter f l) as [|x [|y r]] eqn:E; simpl; auto. exfalso.
  assert (Ix : In x (filter f l)) by (rewrite E; simpl; auto).
  assert (Iy : In y (filter f l)) by (rewrite E; simpl; auto).
  apply filter_In in Ix, Iy. apply NoDup_cons_iff in K. destruct K as [K _]. apply K. left. symmetry. apply H; tauto.
Qed.

Lemma satisfied_numbered s f : satisfied s f = length (filter (fun jc => existsb (holds s) (snd jc)) (numbered f)).
Proof.
  unfold satisfied. rewrite <- (map_snd_numbered f) at 1. apply filter_map_length. auto.
Qed.

(** ** From an assignment to an alignment *)

(** The position of a true literal, if there is one, and 0 otherwise. *)
Fixpoint pick (s : nat -> bool) (c : clause) : nat :=
  match c with
  | [] => 0
  | l :: r => if holds s l || negb (existsb (holds s) r) then 0 else S (pick s r)
  end.

Lemma pick_spec s c :
  is_full c = true ->
  exists l, nth_error c (pick s c) = Some l /\ (existsb (holds s) c = true -> holds s l = true).
Proof.
  induction c as [|l r IH]; [discriminate|]. intros _. simpl.
  destruct (holds s l) eqn:El; simpl; [exists l; auto|].
  destruct (existsb (holds s) r) eqn:Er; simpl; [|exists l; split; [reflexivity | discriminate]].
  apply IH. destruct r; [discriminate | reflexivity].
Qed.

Definition truth_alignment N (s : nat -> bool) (f : formula) : align :=
  (0, 0) :: map (fun v => (var v, truth v (s v))) (seq 0 N) ++
  map (fun jc => (cl (fst jc), place (fst jc) (pick s (snd jc)))) (numbered f).

Lemma NoDup_map_on {T U} (g : T -> U) l :
  NoDup l -> (forall x y, In x l -> In y l -> g x = g y -> x = y) -> NoDup (map g l).
Proof.
  induction l as [|a l IH]; simpl; intros N H; [constructor|].
  apply NoDup_cons_iff in N. destruct N as [Na N]. constructor; [|apply IH; auto].
  intros K. apply in_map_iff in K. destruct K as (x & E & K). apply Na. rewrite <- (H x a); auto.
Qed.

Lemma NoDup_disjoint {T} (l r : list T) : NoDup l -> NoDup r -> (forall x, In x l -> ~ In x r) -> NoDup (l ++ r).
Proof.
  induction l as [|a l IH]; simpl; intros Nl Nr D; auto.
  apply NoDup_cons_iff in Nl. destruct Nl as [Na Nl]. constructor.
  - rewrite in_app_iff. intros [H|H]; [tauto | apply (D a); auto].
  - apply IH; auto.
Qed.

Lemma numbered_fst_inj {T} (l : list T) x y : In x (numbered l) -> In y (numbered l) -> fst x = fst y -> x = y.
Proof. intros Hx Hy. apply (NoDup_map_inj fst (numbered l)); auto. rewrite map_fst_numbered. apply seq_NoDup. Qed.

Lemma truth_alignment_pinj N s f : pinj (truth_alignment N s f).
Proof.
  unfold truth_alignment, pinj. simpl. rewrite !map_app, !map_map. simpl. split; constructor.
  - rewrite in_app_iff, !in_map_iff. intros [(v & H & _)|(j & H & _)]; discriminate.
  - apply NoDup_disjoint.
    + apply NoDup_map_on; [apply seq_NoDup|]. intros v v' _ _. apply var_inj.
    + apply NoDup_map_on; [apply numbered_NoDup|]. intros x y Hx Hy E. apply cl_inj in E.
      apply (numbered_fst_inj f); auto.
    + intros x H K. apply in_map_iff in H, K. destruct H as (v & <- & _), K as (j & K & _). apply name_inj in K. lia.
  - rewrite in_app_iff, !in_map_iff. intros [(v & H & _)|(j & H & _)]; discriminate.
  - apply NoDup_disjoint.
    + apply NoDup_map_on; [apply seq_NoDup|]. intros v v' _ _ E. apply truth_inj in E. tauto.
    + apply NoDup_map_on; [apply numbered_NoDup|]. intros x y Hx Hy E. apply place_inj in E.
      apply (numbered_fst_inj f); tauto.
    + intros x H K. apply in_map_iff in H, K. destruct H as (v & <- & _), K as (j & K & _). apply name_inj in K. lia.
Qed.

Lemma truth_alignment_var N s f v : v < N -> app (truth_alignment N s f) (var v) = Some (truth v (s v)).
Proof.
  intros H. apply In_app; [apply truth_alignment_pinj|]. right. apply in_app_iff. left.
  apply in_map_iff. exists v. split; auto. apply in_seq. lia.
Qed.

Lemma truth_alignment_cl N s f j c :
  nth_error f j = Some c -> app (truth_alignment N s f) (cl j) = Some (place j (pick s c)).
Proof.
  intros H. apply In_app; [apply truth_alignment_pinj|]. right. apply in_app_iff. right.
  apply in_map_iff. exists (j, c). split; auto. apply in_numbered, H.
Qed.

(** Of the nodes, the variables and the clauses with literals count. *)
Lemma count_nodes (h : nat * nat -> bool) N f :
  length (filter h (left_nodes N f)) =
  length (filter (fun v => h (var v, var v)) (seq 0 N)) +
  length (filter (fun jc => h (cl (fst jc), cl (fst jc))) (numbered f)).
Proof.
  unfold left_nodes. rewrite filter_app_length. f_equal; [apply filter_map_length; auto|].
  rewrite <- map_fst_numbered, map_map. apply filter_map_length. auto.
Qed.

Lemma truth_alignment_variable N s f x :
  In x (left_nodes N []) -> exists y, app (truth_alignment N s f) (fst x) = Some y /\ In (y, snd x) (right_nodes N f).
Proof.
  intros H. apply in_left_nodes in H. destruct H as [(v & Hv & ->)|(j & Hj & _)]; [|simpl in Hj; lia].
  exists (truth v (s v)). split; [apply truth_alignment_var, Hv|]. apply in_right_nodes. left. eauto.
Qed.

Lemma full_numbered f : full f = length (filter (fun jc => is_full (snd jc)) (numbered f)).
Proof. unfold full. rewrite <- (map_snd_numbered f) at 1. apply filter_map_length. auto. Qed.

Lemma truth_alignment_clause N s f j c :
  nth_error f j = Some c -> is_full c = true -> In (place j (pick s c), cl j) (right_nodes N f).
Proof.
  intros Hc Full. apply in_right_nodes. right. destruct (pick_spec s c Full) as (l & Hl & _).
  exists j, (pick s c), l. split; auto. apply in_literals. eauto.
Qed.

(** All triples of nodes are matched, and one arc for each satisfied clause. *)
Theorem truth_alignment_score N s f :
  cnf N f ->
  2 + 2 * (N + full f) + satisfied s f <= score (left N f) (right N f) (truth_alignment N s f).
Proof.
  intros W. unfold score, left. rewrite !filter_app_length.
  assert (Roots : length (filter (matched (right N f) (truth_alignment N s f)) roots) = 2).
  { apply filter_all_eq. intros t H. assert (K : In t (right N f)) by (apply in_right; auto).
    apply tin_iff in K. destruct H as [<-|[<-|[]]]; exact K. }
  assert (Node : forall g x y, g = own \/ g = star ->
    app (truth_alignment N s f) x = Some y -> In (y, x) (right_nodes N f) ->
    matched (right N f) (truth_alignment N s f) (g (x, x)) = true).
  { intros g x y Hg E K. assert (I : In (g (y, x)) (right N f)) by (apply in_right; destruct Hg as [->| ->]; eauto 6).
    apply tin_iff in I. destruct Hg as [->| ->]; unfold matched, image, own, star in *; cbn [fst snd] in *;
      [|change (app (truth_alignment N s f) 0) with (Some 0)]; rewrite E; exact I. }
  assert (Nodes : forall g, g = own \/ g = star ->
    N + full f <= length (filter (matched (right N f) (truth_alignment N s f)) (map g (left_nodes N f)))).
  { intros g Hg.
    rewrite (filter_map_length g _ (fun n => matched (right N f) (truth_alignment N s f) (g n))) by auto.
    rewrite count_nodes, full_numbered. apply Nat.add_le_mono.
    - rewrite filter_all_eq; [rewrite seq_length; auto|]. intros v Hv. apply in_seq in Hv.
      destruct (truth_alignment_variable N s f (var v, var v)) as (y & E & K); [|exact (Node g _ y Hg E K)].
      apply in_left_nodes. left. exists v. split; [lia | reflexivity].
    - apply filter_mono. intros [j c] Hc Full. apply in_numbered in Hc.
      apply (Node g _ (place j (pick s c)) Hg); [apply truth_alignment_cl, Hc | apply truth_alignment_clause; assumption]. }
  assert (Arcs : satisfied s f <=
    length (filter (matched (right N f) (truth_alignment N s f)) (map left_arc (literals f)))).
  { rewrite satisfied_numbered.
    rewrite (filter_map_length left_arc _ (fun t => matched (right N f) (truth_alignment N s f) (left_arc t))) by auto.
    apply filter_flat_map_ge. intros [j c] Hc Sat. simpl in Sat. apply in_numbered in Hc.
    assert (V := W c (nth_error_In _ _ Hc)).
    destruct (pick_spec s c) as ([v b] & Hl & T); [destruct c; [discriminate | reflexivity]|].
    specialize (T Sat). apply eqb_prop in T. simpl in T. exists (j, pick s c, (v, b)). split.
    - apply in_map_iff. exists (pick s c, (v, b)). split; [reflexivity | apply in_numbered, Hl].
    - apply matched_arc; [apply in_literals; eauto|]. split; [apply truth_alignment_cl, Hc|].
      rewrite <- T. apply truth_alignment_var. apply (V (v, b)), (nth_error_In _ _ Hl). }
  assert (K1 := Nodes own (or_introl eq_refl)). assert (K2 := Nodes star (or_intror eq_refl)). lia.
Qed.

(** ** From an alignment to an assignment *)

Definition assignment_of (phi : align) (v : nat) : bool :=
  match app phi (var v) with Some y => y =? truth v true | None => false end.

Lemma assignment_of_truth phi v b : app phi (var v) = Some (truth v b) -> assignment_of phi v = b.
Proof.
  unfold assignment_of. intros ->. destruct b; [apply Nat.eqb_refl|]. apply Nat.eqb_neq.
  intros E. apply truth_inj in E. destruct E; discriminate.
Qed.

(** The node of an empty clause is not matched, wherever it is aligned. *)
Lemma matched_clause N f phi g j c : g = own \/ g = star -> nth_error f j = Some c ->
  matched (right N f) phi (g (cl j, cl j)) = true -> is_full c = true.
Proof.
  intros Hg Hc M.
  assert (K : exists n, In n (right_nodes N f) /\ snd n = cl j).
  { assert (Fits : forall t, In t (right N f) -> (exists y, t = Inst y (cl j)) \/ (exists y z, t = Rel (cl j) y z) ->
      exists n, In n (right_nodes N f) /\ snd n = cl j).
    { intros t Ht Eq. apply in_right in Ht. destruct Ht as [Ht|[(n & Hn & Ht)|([[j' p] [v b]] & _ & ->)]].
      - exfalso. destruct Ht as [<-|[<-|[]]]; destruct Eq as [(y & E)|(y & z & E)]; discriminate.
      - exists n. split; [exact Hn|]. destruct Eq as [(y & E)|(y & z & E)], Ht as [->| ->]; try discriminate.
        + apply (f_equal (fun t => match t with Inst _ c => c | _ => 0 end)) in E. exact E.
        + apply Rel_inj in E. tauto.
      - exfalso. destruct Eq as [(y & E)|(y & z & E)]; [discriminate|]. apply Rel_inj in E. destruct E as [E _].
        apply name_inj in E. lia. }
    destruct Hg as [->| ->]; unfold matched, image, own, star in M; cbn [fst snd] in M.
    - destruct (app phi (cl j)) as [y|]; [|discriminate]. apply tin_iff in M. apply (Fits _ M). eauto.
    - destruct (app phi 0) as [y|]; [|discriminate]. destruct (app phi (cl j)) as [z|]; [|discriminate].
      apply tin_iff in M. apply (Fits _ M). eauto. }
  destruct K as (n & Hn & E). apply in_right_nodes in Hn. destruct Hn as [(v & b & _ & ->)|(j' & p & l & H & ->)].
  - apply name_inj in E. lia.
  - apply cl_inj in E. subst j'. apply in_literals in H. destruct H as (c' & Hc' & Hl). rewrite Hc in Hc'.
    injection Hc' as <-. destruct c; [destruct p; discriminate | reflexivity].
Qed.

(** No alignment scores more than its assignment accounts for; it need not even be one-to-one. *)
Theorem assignment_of_score N f phi :
  score (left N f) (right N f) phi <= 2 + 2 * (N + full f) + satisfied (assignment_of phi) f.
Proof.
  set (s := assignment_of phi). unfold score, left. rewrite !filter_app_length.
  assert (Roots : length (filter (matched (right N f) phi) roots) <= 2) by apply filter_le.
  assert (Nodes : forall g, g = own \/ g = star ->
    length (filter (matched (right N f) phi) (map g (left_nodes N f))) <= N + full f).
  { intros g Hg. rewrite (filter_map_length g _ (fun n => matched (right N f) phi (g n))) by auto.
    rewrite count_nodes, full_numbered. apply Nat.add_le_mono; [rewrite filter_le, seq_length; auto|].
    apply filter_mono. intros [j c] Hc. apply (matched_clause N f phi g j c Hg), in_numbered, Hc. }
  assert (Arcs : length (filter (matched (right N f) phi) (map left_arc (literals f))) <= satisfied s f).
  { rewrite satisfied_numbered.
    rewrite (filter_map_length left_arc _ (fun t => matched (right N f) phi (left_arc t))) by auto.
    apply filter_flat_map_le. intros [j c] Hc. simpl snd.
    assert (M : forall t, In t (clause_literals (j, c)) -> matched (right N f) phi (left_arc t) = true ->
      exists p l, t = (j, p, l) /\ In (p, l) (numbered c) /\ holds s l = true /\ app phi (cl j) = Some (place j p)).
    { intros t Ht Mt. apply in_map_iff in Ht. destruct Ht as ([p [v b]] & <- & Hl). exists p, (v, b).
      apply matched_arc in Mt; [|apply in_literals; exists c; split; apply in_numbered; assumption].
      destruct Mt as [Mc Mv]. repeat split; auto. apply assignment_of_truth in Mv.
      unfold holds. simpl. fold s in Mv. rewrite Mv. apply eqb_reflx. }
    destruct (existsb (holds s) c) eqn:E.
    - apply filter_at_most_one.
      + apply NoDup_map_on; [apply numbered_NoDup|]. intros [p l] [p' l'] _ _ K. injection K as -> ->. reflexivity.
      + intros t t' Ht Ht' Mt Mt'. destruct (M t Ht Mt) as (p & l & -> & Hl & _ & A).
        destruct (M t' Ht' Mt') as (p' & l' & -> & Hl' & _ & A'). rewrite A in A'.
        apply Some_inj, place_inj in A'. destruct A' as [_ ->].
        apply in_numbered in Hl, Hl'. congruence.
    - apply filter_none. intros t Ht Mt. destruct (M t Ht Mt) as (p & l & _ & Hl & T & _).
      apply not_true_iff_false in E. apply E, existsb_exists. exists l. split; [|exact T].
      apply in_numbered, nth_error_In in Hl. exact Hl. }
  assert (K1 := Nodes own (or_introl eq_refl)). assert (K2 := Nodes star (or_intror eq_refl)). lia.
Qed.

(** ** The reduction *)

Theorem maxsat_iff_smatch N f k :
  cnf N f ->
  (exists s, k <= satisfied s f) <-> SMATCH (left N f) (right N f) (2 + 2 * (N + full f) + k).
Proof.
  intros W. split.
  - intros (s & H). exists (truth_alignment N s f). split; [apply truth_alignment_pinj|].
    rewrite <- truth_alignment_score by exact W. lia.
  - intros (phi & _ & H). exists (assignment_of phi). assert (K := assignment_of_score N f phi). lia.
Qed.

Corollary sat_iff_smatch N f :
  cnf N f ->
  satisfiable f <-> SMATCH (left N f) (right N f) (2 + 2 * (N + full f) + length f).
Proof.
  intros W. rewrite <- maxsat_iff_smatch by exact W. unfold satisfiable, satisfied.
  split; intros (s & H); exists s; apply filter_all; exact H.
Qed.

(** ** No triple occurs twice, so no rule for repeated triples makes a difference *)

Lemma NoDup_flat_map {T U} (h :
  T -> list U) l : NoDup l -> (forall x, In x l -> NoDup (h x)) ->
  (forall x y z, In x l -> In y l -> In z (h x) -> In z (h y) -> x = y) -> NoDup (flat_map h l).
Proof.
  induction l as [|a l IH]; simpl; intros N Each D; [constructor|].
  apply NoDup_cons_iff in N. destruct N as [Na N]. apply NoDup_disjoint; [auto | apply IH; eauto |].
  intros z Hz K. apply in_flat_map in K. destruct K as (x & Hx & K). apply Na. rewrite (D a x z); auto.
Qed.

Lemma literals_NoDup f : NoDup (literals f).
Proof.
  apply NoDup_flat_map; [apply numbered_NoDup | |].
  - intros [j c] _. apply NoDup_map_on; [apply numbered_NoDup|].
    intros [p l] [p' l'] _ _ E. injection E as -> ->. reflexivity.
  - intros [j c] [j' c'] z Hx Hy Hz Hz'. apply (numbered_fst_inj f); auto.
    apply in_map_iff in Hz, Hz'. destruct Hz as (pl & <- & _), Hz' as (pl' & E & _). injection E as -> _ _. reflexivity.
Qed.

(** Different literals have different places and labels. *)
Lemma literals_inj f j p l j' p' l' :
  In (j, p, l) (literals f) -> In (j', p', l') (literals f) ->
  j = j' /\ p = p' -> (j, p, l) = (j', p', l').
Proof. intros H H' [-> ->]. f_equal. apply (literals_unique f j' p'); assumption. Qed.

(** What both sides have in common: nodes other than the root, arcs with labels of their own. *)
Lemma graph_NoDup nodes arcs :
  NoDup (map fst nodes) -> (forall n, In n nodes -> exists kind i p, fst n = name kind i p) ->
  (forall n, In n nodes -> exists kind i p, kind < 4 /\ snd n = name kind i p) ->
  NoDup arcs -> (forall t, In t arcs -> exists j p u v, t = Rel (link j p) u v) ->
  NoDup (roots ++ map own nodes ++ map star nodes ++ arcs).
Proof.
  intros N NotRoot NotLink NA Arcs. assert (NN := NoDup_map_inv fst nodes N).
  apply NoDup_disjoint; [|apply NoDup_disjoint; [|apply NoDup_disjoint; [|exact NA|]|]|].
  - repeat constructor; simpl; intuition discriminate.
  - apply NoDup_map_on; auto. intros x y Hx Hy E. apply (NoDup_map_inj fst nodes); auto.
    apply (f_equal (fun t => match t with Inst v _ => v | _ => 0 end)) in E. exact E.
  - apply NoDup_map_on; auto. intros x y Hx Hy E. apply (NoDup_map_inj fst nodes); auto. apply Rel_inj in E. tauto.
  - intros t H K. apply in_map_iff in H. destruct H as (n & <- & H).
    apply Arcs in K. destruct K as (j & p & u & v & K). apply Rel_inj in K. destruct K as [K _].
    destruct (NotLink n H) as (kind & i & q & L & E). rewrite E in K. apply name_inj in K. lia.
  - intros t H K. apply in_map_iff in H. destruct H as (n & <- & H). apply in_app_iff in K. destruct K as [K|K].
    + apply in_map_iff in K. destruct K as (n' & K & _). discriminate.
    + apply Arcs in K. destruct K as (j & p & u & v & K). discriminate.
  - intros t H K. rewrite !in_app_iff, !in_map_iff in K. destruct K as [(n & <- & K)|[(n & <- & K)|K]].
    + destruct (NotRoot n K) as (kind & i & p & E). destruct H as [H|[H|[]]]; [|discriminate].
      apply (f_equal (fun t => match t with Inst v _ => v | _ => 0 end)) in H. simpl in H. rewrite E in H. discriminate.
    + destruct H as [H|[H|[]]]; discriminate.
    + apply Arcs in K. destruct K as (j & p & u & v & ->). destruct H as [H|[H|[]]]; discriminate.
Qed.

Theorem left_NoDup N f : NoDup (left N f).
Proof.
  apply graph_NoDup.
  - unfold left_nodes. rewrite map_app, !map_map. simpl. apply NoDup_disjoint.
    + apply NoDup_map_on; [apply seq_NoDup|]. intros v v' _ _. apply var_inj.
    + apply NoDup_map_on; [apply seq_NoDup|]. intros j j' _ _. apply cl_inj.
    + intros x H K. apply in_map_iff in H, K. destruct H as (v & <- & _), K as (j & K & _). apply name_inj in K. lia.
  - intros n H. apply in_left_nodes in H. destruct H as [(v & _ & ->)|(j & _ & ->)]; simpl; unfold var, cl; eauto.
  - intros n H. apply in_left_nodes in H.
    destruct H as [(v & _ & ->)|(j & _ & ->)]; [exists 0, v, 0 | exists 1, j, 0]; split; auto; lia.
  - apply NoDup_map_on; [apply literals_NoDup|]. intros [[j p] [v b]] [[j' p'] [v' b']] H H' E.
    apply (literals_inj f); auto. apply Rel_inj in E. destruct E as [E _]. apply link_inj, E.
  - intros t H. apply in_map_iff in H. destruct H as ([[j p] [v b]] & <- & _). unfold left_arc. eauto.
Qed.

Lemma right_nodes_NoDup N f : NoDup (map fst (right_nodes N f)).
Proof.
  unfold right_nodes. rewrite map_app, map_map, flat_map_concat_map, concat_map, map_map, <- flat_map_concat_map.
  simpl. apply NoDup_disjoint.
  - apply NoDup_flat_map; [apply seq_NoDup | |].
    + intros v _. repeat constructor; simpl; [|tauto]. intros [E|[]]. apply truth_inj in E. destruct E; discriminate.
    + intros v v' x _ _ [<-|[<-|[]]] [E|[E|[]]]; apply truth_inj in E; symmetry; apply E.
  - apply NoDup_map_on; [apply literals_NoDup|]. intros [[j p] l] [[j' p'] l'] H H' E.
    apply (literals_inj f); auto. apply place_inj, E.
  - intros x H K. apply in_flat_map in H. destruct H as (v & _ & H).
    apply in_map_iff in K. destruct K as ([[j p] l] & K & _). simpl in H, K.
    destruct H as [<-|[<-|[]]]; apply name_inj in K; lia.
Qed.

(** Both names of a node are names, and its concept is no label of an arc. *)
Lemma right_nodes_named N f n : In n (right_nodes N f) ->
  (exists kind i p, fst n = name kind i p) /\ (exists kind i p, kind < 4 /\ snd n = name kind i p).
Proof.
  intros H. apply in_right_nodes in H. destruct H as [(v & b & _ & ->)|(j & p & l & _ & ->)]; simpl;
    unfold truth, place; (split; [eauto|]); [exists 0, v, 0 | exists 1, j, 0]; split; auto; lia.
Qed.

Theorem right_NoDup N f : NoDup (right N f).
Proof.
  apply graph_NoDup.
  - apply right_nodes_NoDup.
  - intros n H. apply right_nodes_named in H. tauto.
  - intros n H. apply right_nodes_named in H. tauto.
  - apply NoDup_map_on; [apply literals_NoDup|]. intros [[j p] [v b]] [[j' p'] [v' b']] H H' E.
    apply (literals_inj f); auto. apply Rel_inj in E. destruct E as [E _]. apply link_inj, E.
  - intros t H. apply in_map_iff in H. destruct H as ([[j p] [v b]] & <- & _). unfold right_arc. eauto.
Qed.
