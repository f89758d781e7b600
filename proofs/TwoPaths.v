(** * INDEPENDENT SET reduces to SMATCH on two paths in which nothing is repeated

    Given a graph J of maximum degree 3, with n vertices and the edges E.  Two graphs of triples are built from it.

    - Both are directed paths; in neither is a relation repeated, and in both together no concept is ([two_paths_form]).
    - J has k independent vertices if and only if the score 1 + |E| + k can be reached ([two_paths]).
    - So the best score is 1 + |E| + size of a largest independent set of J ([two_paths_opt]).
    - The construction is of linear size ([two_paths_size]).

    INDEPENDENT SET is NP-hard on these graphs.  So SMATCH is NP-hard even if no concept and no relation is repeated, no
    variable is re-entrant and none has more than two neighbours: what is hard is that different triples compete for
    the same variable.

    The idea has three parts.

    - Paths.  A path is the list of its relations.  To match a relation that occurs in both paths is to align the ends
      of its arc in one path with the ends of its arc in the other.  So two relations exclude each other if they are
      neighbours in one path and not in the other, and nothing else gets in the way: what can be matched together are
      the sets of shared relations without neighbours in either path ([paths_smatch]).
    - Layout.  A list of relations thus states which of them exclude each other; the pairs it states have to form
      disjoint paths.  Write one component after the other, each after a separator that occurs nowhere else.  The
      separator before the first component leaves the root free, so that TOP is matched as well.  Two lists can state
      the edges of any graph that is split into two forests of paths: the vertices are the relations, and what can be
      matched together are its independent sets ([forests_smatch]).
    - Graph.  Replace every edge a - b of J by a - p - q - b.  This adds one per edge to the size of a largest
      independent set ([independent_subdivided]), and the edges can now be split ([forests_split]).  Forest 1 has the
      first two edges at every old vertex: paths with the old vertex in the middle.  Forest 2 has every edge p - q and
      the third edge at every old vertex: paths with p - q in the middle.

    The Python counterpart is reductions/to_smatch/independent_set.py, which writes the components in the same order. *)

From Coq Require Import Arith Lia Bool List FinFun.
From SmatchProof Require Import Smatch.
Import ListNotations.

(** ** Definitions: paths *)

(** The path with the relations [l]: variables 0, 1, ...; arc i leads from i to i + 1; variable i has the concept c + i.
    The mark of the root is [Attr 0 0 0]. *)
Definition nodes c (l : list nat) := map (fun i => Inst i (c + i)) (seq 0 (S (length l))).

Definition arcs (l : list nat) := map (fun i => Rel (nth i l 0) i (S i)) (seq 0 (length l)).

Definition path c l := Attr 0 0 0 :: nodes c l ++ arcs l.

(** In [l], [y] comes directly after [x]. *)
Definition next (l : list nat) x y := In (x, y) (combine l (tl l)).

(** No two members of [X] are neighbours in [l]. *)
Definition apart l X := forall x y, In x X -> In y X -> ~ next l x y.

(** One component after the other, each after a separator; the separators are s, s + 2, s + 4, ... *)
Fixpoint layout s (components : list (list nat)) :=
  match components with
  | [] => []
  | c :: r => s :: c ++ layout (s + 2) r
  end.

(** ** Definitions: graphs

    A graph has the vertices 0 .. n-1 and a list of edges.  It does not matter which end of an edge is written first.
    An edge may even be listed twice: it then counts twice, for the degree as well. *)

Definition touches u (e : nat * nat) := Nat.eqb (fst e) u || Nat.eqb (snd e) u.

Definition degree (E : list (nat * nat)) u := length (filter (touches u) E).

(** No loops, and at most three edges at every vertex. *)
Definition subcubic n E :=
  (forall a b, In (a, b) E -> a < n /\ b < n /\ a <> b) /\ forall u, degree E u <= 3.

Definition independent n (E : list (nat * nat)) I :=
  NoDup I /\ (forall u, In u I -> u < n) /\ forall a b, In (a, b) E -> In a I -> ~ In b I.

(** The largest independent sets have [m] vertices. *)
Definition largest n E m :=
  (exists I, independent n E I /\ length I = m) /\ forall I, independent n E I -> length I <= m.

(** The best score is [s]. *)
Definition best A B s :=
  (exists phi, pinj phi /\ score A B phi = s) /\ forall phi, pinj phi -> score A B phi <= s.

(** Two lists of components split the graph: each forest has every vertex once; every edge is in one of them, in one
    direction; nothing else is in them. *)
Definition within (forest : list (list nat)) x y := exists c, In c forest /\ next c x y.

Definition splits N (G : list (nat * nat)) F1 F2 :=
  (NoDup (concat F1) /\ forall x, In x (concat F1) <-> x < N) /\
  (NoDup (concat F2) /\ forall x, In x (concat F2) <-> x < N) /\
  (forall x y, within F1 x y -> ~ within F2 x y) /\
  (forall a b, In (a, b) G -> (within F1 a b \/ within F1 b a) \/ (within F2 a b \/ within F2 b a)) /\
  (forall x y, within F1 x y \/ within F2 x y -> In (x, y) G \/ In (y, x) G).

(** ** Definitions: the two paths *)

Definition ends (E : list (nat * nat)) := flat_map (fun e => [fst e; snd e]) E.

(** Edge i of J, a - b, becomes a - p - q - b with p = n + 2 i and q = n + 2 i + 1.  The old neighbour of a new vertex
    is its owner: a is that of p and b is that of q. *)
Definition owner n E x := nth (x - n) (ends E) 0.

Definition total n (E : list (nat * nat)) := n + 2 * length E.

Definition subdivided n E :=
  map (fun x => (owner n E x, x)) (seq n (2 * length E)) ++
  map (fun i => (n + 2 * i, S (n + 2 * i))) (seq 0 (length E)).

(** The neighbours of the old vertex [u]: in a subcubic graph there are at most three. *)
Definition around n E u := filter (fun x => Nat.eqb (owner n E x) u) (seq n (2 * length E)).

(** Forest 1: the first two edges at every old vertex.  The new vertex on the third edge is a component of its own. *)
Definition star n E u :=
  match around n E u with
  | [] => [[u]]
  | [x] => [[x; u]]
  | x :: y :: r => [x; u; y] :: map (fun z => [z]) r
  end.

Definition forest1 n E := flat_map (star n E) (seq 0 n).

(** Forest 2: every p - q, with the third edges of their owners.  An old vertex without a third edge is a component of
    its own. *)
Definition third n E u := nth_error (around n E u) 2.

Definition hanger n E x :=
  match third n E (owner n E x) with
  | Some z => if Nat.eqb z x then [owner n E x] else []
  | None => []
  end.

Definition bridge n E i :=
  let p := n + 2 * i in hanger n E p ++ [p; S p] ++ hanger n E (S p).

Definition single n E u := match third n E u with Some _ => [] | None => [[u]] end.

Definition forest2 n E := map (bridge n E) (seq 0 (length E)) ++ flat_map (single n E) (seq 0 n).

Definition labels1 n E := layout (total n E) (forest1 n E).

Definition labels2 n E := layout (S (total n E)) (forest2 n E).

Definition left_path n E := path 0 (labels1 n E).

Definition right_path n E := path (S (length (labels1 n E))) (labels2 n E).

(** The lists for the graph with one edge. *)
Example one_edge : labels1 2 [(0, 1)] = [4; 2; 0; 6; 3; 1] /\ labels2 2 [(0, 1)] = [5; 2; 3; 7; 0; 9; 1].
Proof. split; reflexivity. Qed.

(** ** Definitions: the form of a graph of triples *)

Definition attributes T := flat_map (fun t => match t with Attr a v c => [(a, v, c)] | _ => [] end) T.

Definition variables T := flat_map (fun t => match t with Inst v _ => [v] | _ => [] end) T.

Definition concepts T := flat_map (fun t => match t with Inst _ c => [c] | _ => [] end) T.

Definition relations T := flat_map (fun t => match t with Rel r _ _ => [r] | _ => [] end) T.

Definition steps T := flat_map (fun t => match t with Rel _ u v => [(u, v)] | _ => [] end) T.

(** Variables 0 .. m, each with one concept; relations 0 -> 1 -> ... -> m and no others; no attribute but TOP at 0. *)
Definition directed_path T := exists m,
  variables T = seq 0 (S m) /\ steps T = map (fun i => (i, S i)) (seq 0 m) /\ attributes T = [(0, 0, 0)].

(** ** Lists *)

Lemma NoDup_join {T} (l r : list T) :
  NoDup (l ++ r) <-> NoDup l /\ NoDup r /\ forall x, In x l -> ~ In x r.
Proof.
  induction l as [|a l IH]; simpl.
  - split; [intros H; repeat split; auto; constructor | tauto].
  - rewrite !NoDup_cons_iff, IH, in_app_iff. split.
    + intros (Fresh & Nl & Nr & Away). repeat split; auto.
      intros x [<-|Hx]; auto.
    + intros ((Fresh & Nl) & Nr & Away). repeat split; auto.
      intros [K|K]; [exact (Fresh K) | exact (Away a (or_introl eq_refl) K)].
Qed.

Lemma NoDup_flat_map {T V} (f : T -> list V) l :
  NoDup l -> (forall x, In x l -> NoDup (f x)) ->
  (forall x y z, In x l -> In y l -> In z (f x) -> In z (f y) -> x = y) -> NoDup (flat_map f l).
Proof.
  induction l as [|a l IH]; simpl; intros ND Each Key; [constructor|].
  apply NoDup_cons_iff in ND. destruct ND as [Fresh ND].
  apply NoDup_join. split; [|split]; auto.
  - apply IH; auto. intros x y z Hx Hy. apply Key; auto.
  - intros z Hz K. apply in_flat_map in K. destruct K as (b & Hb & K).
    apply Fresh. rewrite (Key a b z); auto.
Qed.

Lemma concat_flat_map {T V} (f : T -> list (list V)) l :
  concat (flat_map f l) = flat_map (fun x => concat (f x)) l.
Proof. induction l as [|a l IH]; simpl; auto. rewrite concat_app, IH. reflexivity. Qed.

Lemma concat_singles {T} (l : list T) : concat (map (fun x => [x]) l) = l.
Proof. induction l as [|a l IH]; simpl; congruence. Qed.

(** In a list without repetition every entry has one position. *)
Lemma position_unique {T} (l : list T) i j x :
  NoDup l -> nth_error l i = Some x -> nth_error l j = Some x -> i = j.
Proof.
  intros ND Hi Hj. rewrite NoDup_nth_error in ND. apply ND; [|congruence].
  apply nth_error_Some. congruence.
Qed.

(** The position of an entry. *)
Fixpoint index x (l : list nat) :=
  match l with
  | [] => 0
  | y :: r => if Nat.eqb y x then 0 else S (index x r)
  end.

Lemma index_nth x l : In x l -> nth_error l (index x l) = Some x.
Proof.
  induction l as [|y r IH]; simpl; [tauto|].
  intros H. destruct (Nat.eqb_spec y x) as [->|Ne]; [reflexivity|].
  simpl. apply IH. destruct H; [contradiction | assumption].
Qed.

Lemma map_positions l : map (fun i => nth i l 0) (seq 0 (length l)) = l.
Proof.
  induction l as [|a l IH]; simpl; auto.
  rewrite <- seq_shift, map_map. f_equal. exact IH.
Qed.

Lemma next_nth l x y : next l x y <-> exists i, nth_error l i = Some x /\ nth_error l (S i) = Some y.
Proof.
  unfold next. induction l as [|a [|b r] IH].
  - split; [intros [] | intros ([|i] & H & _); discriminate].
  - split; [intros [] | intros ([|[|i]] & _ & H); discriminate].
  - change (In (x, y) ((a, b) :: combine (b :: r) r) <->
      exists i, nth_error (a :: b :: r) i = Some x /\ nth_error (b :: r) i = Some y).
    simpl tl in IH. simpl In. rewrite IH. split.
    + intros [H|(i & Hx & Hy)]; [exists 0; injection H as -> ->; auto | exists (S i); auto].
    + intros ([|i] & Hx & Hy); [left; simpl in *; congruence | right; exists i; auto].
Qed.

Lemma next_In l x y : next l x y -> In x l /\ In y l.
Proof.
  rewrite next_nth. intros (i & Hx & Hy). split; eapply nth_error_In; eassumption.
Qed.

(** ** Paths *)

Lemma in_arcs l x i j : In (Rel x i j) (arcs l) <-> nth_error l i = Some x /\ j = S i.
Proof.
  unfold arcs. rewrite in_map_iff. split.
  - intros (k & H & K). injection H as <- -> <-. apply in_seq in K.
    split; auto. apply nth_error_nth'. lia.
  - intros [H ->]. exists i. split.
    + rewrite (nth_error_nth _ _ 0 H). reflexivity.
    + apply in_seq. assert (i < length l) by (apply nth_error_Some; congruence). lia.
Qed.

Lemma in_path_rel c l x i j : In (Rel x i j) (path c l) <-> nth_error l i = Some x /\ j = S i.
Proof.
  rewrite <- in_arcs. unfold path, nodes. simpl In. rewrite in_app_iff, in_map_iff. split; auto.
  intros [H|[H|[(k & H & _)|H]]]; [discriminate | discriminate | discriminate | assumption].
Qed.

Lemma in_path_inst c l v k : In (Inst v k) (path c l) -> v <= length l /\ k = c + v.
Proof.
  unfold path, nodes, arcs. simpl In. rewrite in_app_iff, !in_map_iff.
  intros [H|[H|[(i & H & K)|(i & H & _)]]]; try discriminate.
  - injection H as <- <-. lia.
  - injection H as <- <-. apply in_seq in K. lia.
Qed.

Definition relation_of t := match t with Rel r _ _ => r | _ => 0 end.

Lemma relation_of_arcs l : map relation_of (arcs l) = l.
Proof. unfold arcs. rewrite map_map. apply map_positions. Qed.

(** What it means that an arc is matched. *)
Lemma matched_arc c l phi x i :
  matched (path c l) phi (Rel x i (S i)) = true <->
  exists j, nth_error l j = Some x /\ app phi i = Some j /\ app phi (S i) = Some (S j).
Proof.
  unfold matched, image. split.
  - destruct (app phi i) as [j|]; [|discriminate]. destruct (app phi (S i)) as [k|]; [|discriminate].
    rewrite tin_iff, in_path_rel. intros [H ->]. exists j. auto.
  - intros (j & H & -> & ->). apply tin_iff, in_path_rel. auto.
Qed.

(** Without a shared concept no instance triple is matched, so the score counts TOP and arcs. *)
Lemma score_path c1 c2 l1 l2 phi :
  c1 + length l1 < c2 ->
  score (path c1 l1) (path c2 l2) phi =
  length (filter (matched (path c2 l2) phi) [Attr 0 0 0]) + length (filter (matched (path c2 l2) phi) (arcs l1)).
Proof.
  intros Far. unfold score. change (path c1 l1) with ([Attr 0 0 0] ++ nodes c1 l1 ++ arcs l1).
  rewrite !filter_app_length. f_equal.
  assert (None : filter (matched (path c2 l2) phi) (nodes c1 l1) = []).
  { destruct (filter _ (nodes c1 l1)) as [|t r] eqn:F; auto. exfalso.
    assert (Ht : In t (filter (matched (path c2 l2) phi) (nodes c1 l1))) by (rewrite F; simpl; auto).
    apply filter_In in Ht. destruct Ht as [Ht M].
    unfold nodes in Ht. apply in_map_iff in Ht. destruct Ht as (i & <- & Hi). apply in_seq in Hi.
    unfold matched, image in M. destruct (app phi i) as [j|]; [|discriminate].
    apply tin_iff, in_path_inst in M. lia. }
  rewrite None. reflexivity.
Qed.

(** The variables at the arcs of [X] are all different, and different from the root. *)
Lemma NoDup_incident l X :
  NoDup X -> incl X l -> apart l X -> (forall x, hd_error l = Some x -> ~ In x X) ->
  NoDup (0 :: flat_map (fun x => [index x l; S (index x l)]) X).
Proof.
  intros NX Sub Apart Head.
  assert (Same : forall x y, In x X -> In y X -> index x l = index y l -> x = y).
  { intros x y Hx Hy H. apply Sub, index_nth in Hx. apply Sub, index_nth in Hy. congruence. }
  assert (Step : forall x y, In x X -> In y X -> index y l <> S (index x l)).
  { intros x y Hx Hy H. apply (Apart x y Hx Hy). apply next_nth. exists (index x l).
    apply Sub, index_nth in Hx. apply Sub, index_nth in Hy. rewrite <- H. auto. }
  constructor.
  - intros K. apply in_flat_map in K. destruct K as (x & Hx & [H|[H|[]]]); [|discriminate].
    apply (Head x); auto. pose proof (index_nth x l (Sub x Hx)) as P. rewrite H in P.
    destruct l; simpl in *; congruence.
  - apply NoDup_flat_map; auto.
    + intros x _. repeat constructor; simpl; intuition lia.
    + intros x y z Hx Hy Kx Ky. apply Same; auto.
      pose proof (Step x y Hx Hy). pose proof (Step y x Hy Hx). simpl in Kx, Ky. intuition lia.
Qed.

(** The relations that an alignment matches. *)
Definition matched_labels c2 l1 l2 phi := map relation_of (filter (matched (path c2 l2) phi) (arcs l1)).

(** They are shared and no two of them are neighbours, if no relation is repeated in either path, no concept is shared
    and no two relations follow each other in both paths. *)
Theorem paths_back c1 c2 l1 l2 phi :
  NoDup l1 -> NoDup l2 -> c1 + length l1 < c2 -> (forall x y, next l1 x y -> ~ next l2 x y) -> pinj phi ->
  NoDup (matched_labels c2 l1 l2 phi) /\ incl (matched_labels c2 l1 l2 phi) l1 /\ incl (matched_labels c2 l1 l2 phi) l2 /\
  apart l1 (matched_labels c2 l1 l2 phi) /\ apart l2 (matched_labels c2 l1 l2 phi) /\
  score (path c1 l1) (path c2 l2) phi <= 1 + length (matched_labels c2 l1 l2 phi).
Proof.
  intros N1 N2 Far Disjoint P. rewrite score_path by assumption.
  pose proof (filter_le (matched (path c2 l2) phi) [Attr 0 0 0]) as Top. simpl length at 2 in Top.
  set (M := filter (matched (path c2 l2) phi) (arcs l1)) in *.
  assert (Hit : forall x, In x (map relation_of M) -> exists i j,
    nth_error l1 i = Some x /\ nth_error l2 j = Some x /\
    app phi i = Some j /\ app phi (S i) = Some (S j)).
  { intros x Hx. apply in_map_iff in Hx. destruct Hx as (t & <- & Ht).
    apply filter_In in Ht. destruct Ht as [Ht Mt].
    assert (Arc := Ht). unfold arcs in Arc. apply in_map_iff in Arc. destruct Arc as (i & <- & _).
    apply in_arcs in Ht. destruct Ht as [Hr _]. apply matched_arc in Mt.
    destruct Mt as (j & Hj & A & B). exists i, j. auto. }
  change (matched_labels c2 l1 l2 phi) with (map relation_of M). split; [|split; [|split; [|split; [|split]]]].
  + apply NoDup_map_filter. rewrite relation_of_arcs. assumption.
  + intros x Hx. destruct (Hit x Hx) as (i & j & Hi & _). eapply nth_error_In, Hi.
  + intros x Hx. destruct (Hit x Hx) as (i & j & _ & Hj & _). eapply nth_error_In, Hj.
  + intros x y Hx Hy Nxy. apply (Disjoint x y Nxy). apply next_nth in Nxy. destruct Nxy as (i & Ix & Iy).
    destruct (Hit x Hx) as (i' & j & Ix' & Jx & _ & B), (Hit y Hy) as (i'' & j' & Iy' & Jy & A & _).
    apply (position_unique l1 i' i x) in Ix'; auto. apply (position_unique l1 i'' (S i) y) in Iy'; auto. subst.
    apply next_nth. exists j. rewrite B in A. injection A as <-. auto.
  + intros x y Hx Hy Nxy. apply (fun K => Disjoint x y K Nxy). apply next_nth in Nxy. destruct Nxy as (j & Jx & Jy).
    destruct (Hit x Hx) as (i & j' & Ix & Jx' & _ & B), (Hit y Hy) as (i' & j'' & Iy & Jy' & A & _).
    apply (position_unique l2 j' j x) in Jx'; auto. apply (position_unique l2 j'' (S j) y) in Jy'; auto. subst.
    apply next_nth. exists i. rewrite (pinj_inj phi (S i) i' (S j)); auto.
  + rewrite map_length. lia.
Qed.

(** The arcs that can be matched together, and TOP with them: the shared relations no two of which are neighbours.
    The hypotheses say: in neither path is a relation repeated; no concept is shared; the first relation of each path
    is private to it; no two relations follow each other in both paths. *)
Theorem paths_smatch c1 c2 l1 l2 k :
  NoDup l1 -> NoDup l2 -> c1 + length l1 < c2 ->
  (forall x, hd_error l1 = Some x -> ~ In x l2) -> (forall x, hd_error l2 = Some x -> ~ In x l1) ->
  (forall x y, next l1 x y -> ~ next l2 x y) ->
  SMATCH (path c1 l1) (path c2 l2) (1 + k) <->
  exists X, NoDup X /\ incl X l1 /\ incl X l2 /\ apart l1 X /\ apart l2 X /\ k <= length X.
Proof.
  intros N1 N2 Far Head1 Head2 Disjoint. split.
  - intros (phi & P & H). exists (matched_labels c2 l1 l2 phi).
    destruct (paths_back c1 c2 l1 l2 phi N1 N2 Far Disjoint P) as (K1 & K2 & K3 & K4 & K5 & K6).
    repeat (split; [assumption|]). lia.
  - intros (X & NX & Sub1 & Sub2 & Apart1 & Apart2 & H).
    set (both := fun x => [(index x l1, index x l2); (S (index x l1), S (index x l2))]).
    set (phi := (0, 0) :: flat_map both X).
    assert (Fst : map fst phi = 0 :: flat_map (fun x => [index x l1; S (index x l1)]) X).
    { unfold phi. simpl. f_equal. rewrite !flat_map_concat_map, concat_map, map_map. reflexivity. }
    assert (Snd : map snd phi = 0 :: flat_map (fun x => [index x l2; S (index x l2)]) X).
    { unfold phi. simpl. f_equal. rewrite !flat_map_concat_map, concat_map, map_map. reflexivity. }
    assert (P : pinj phi).
    { split; [rewrite Fst | rewrite Snd]; apply NoDup_incident; auto.
      - intros x Hx K. exact (Head1 x Hx (Sub2 x K)).
      - intros x Hx K. exact (Head2 x Hx (Sub1 x K)). }
    exists phi. split; [exact P|]. rewrite score_path by assumption.
    assert (Top : matched (path c2 l2) phi (Attr 0 0 0) = true) by (apply tin_iff; simpl; auto).
    cbn [filter]. rewrite Top. apply le_n_S. etransitivity; [exact H|].
    rewrite <- (map_length relation_of). apply NoDup_incl_length; [assumption|].
    intros x Hx. apply in_map_iff. exists (Rel x (index x l1) (S (index x l1))). split; [reflexivity|].
    apply filter_In. split; [apply in_arcs; auto using index_nth|].
    apply matched_arc. exists (index x l2). split; [auto using index_nth|].
    split; apply In_app; try apply P; right; apply in_flat_map; exists x; simpl; auto.
Qed.

(** ** Layout *)

Lemma in_layout s cs x :
  In x (layout s cs) <-> In x (concat cs) \/ exists j, j < length cs /\ x = s + 2 * j.
Proof.
  revert s. induction cs as [|c r IH]; intros s; simpl.
  - split; [tauto | intros [[]|(j & H & _)]; lia].
  - rewrite !in_app_iff, IH. split.
    + intros [<-|[H|[H|(j & H & ->)]]]; auto; right; [exists 0 | exists (S j)]; lia.
    + intros [[H|H]|([|j] & H & ->)]; [auto | auto | left; lia | right; right; right; exists j; lia].
Qed.

Lemma NoDup_layout s t cs :
  NoDup (concat cs) -> (forall x, In x (concat cs) -> x < t) -> t <= s -> NoDup (layout s cs).
Proof.
  revert s. induction cs as [|c r IH]; intros s ND Low Le; simpl; [constructor|].
  simpl in ND, Low. constructor.
  - rewrite in_app_iff, in_layout. intros [K|[K|(j & _ & K)]]; [| |lia];
      assert (s < t) by (apply Low, in_app_iff; auto); lia.
  - apply NoDup_join in ND. destruct ND as (Nc & Nr & Away).
    apply NoDup_join. split; [|split]; auto.
    + apply IH; auto; [|lia]. intros x Hx. apply Low, in_app_iff. auto.
    + intros x Hx K. apply in_layout in K. destruct K as [K|(j & _ & ->)]; [exact (Away x Hx K)|].
      specialize (Low (s + 2 + 2 * j) (in_or_app c (concat r) _ (or_introl Hx))). lia.
Qed.

Lemma next_cons a l x y : next (a :: l) x y <-> (x = a /\ hd_error l = Some y) \/ next l x y.
Proof.
  destruct l as [|b r]; unfold next; simpl.
  - split; [tauto | intros [[_ H]|[]]; discriminate].
  - split; (intros [H|H]; [left | right; exact H]); [injection H as -> -> | destruct H; congruence]; auto.
Qed.

Lemma next_app l r x y : hd_error r <> Some y -> next (l ++ r) x y <-> next l x y \/ next r x y.
Proof.
  intros Head. induction l as [|a l IH]; simpl.
  - unfold next at 2. simpl. tauto.
  - rewrite !next_cons, IH. destruct l as [|b l]; simpl; [|tauto].
    split; [|intros [[[_ H]|H]|H]; [discriminate| |]; auto]. intros [[_ H]|H]; [contradiction | tauto].
Qed.

(** Below the separators, neighbours in the layout are neighbours in a component. *)
Lemma next_layout s cs x y :
  x < s -> y < s -> next (layout s cs) x y <-> within cs x y.
Proof.
  unfold within.
  revert s. induction cs as [|c r IH]; intros s Hx Hy; simpl.
  - split; [intros [] | intros (c & [] & _)].
  - rewrite next_cons, next_app by (destruct r; simpl; [discriminate | intros K; injection K; lia]).
    rewrite IH by lia. split.
    + intros [[H _]|[H|(d & Hd & H)]]; [lia | exists c; auto | exists d; auto].
    + intros (d & [<-|Hd] & H); [auto | right; right; exists d; auto].
Qed.

Lemma layout_length s cs : (forall c, In c cs -> c <> []) -> length (layout s cs) <= 2 * length (concat cs).
Proof.
  revert s. induction cs as [|c r IH]; intros s Full; simpl; auto.
  rewrite !app_length. specialize (IH (s + 2) (fun d Hd => Full d (or_intror Hd))).
  specialize (Full c (or_introl eq_refl)). destruct c; [contradiction|]. simpl. lia.
Qed.

Lemma layout_head s cs x : hd_error (layout s cs) = Some x -> x = s.
Proof. destruct cs; simpl; congruence. Qed.

(** ** Two forests *)

(** The layouts of two forests are as [paths_smatch] wants them, and what can be matched together is independent. *)
Lemma forests_layout N G F1 F2 :
  splits N G F1 F2 ->
  (NoDup (layout N F1) /\ NoDup (layout (S N) F2)) /\
  ((forall x, hd_error (layout N F1) = Some x -> ~ In x (layout (S N) F2)) /\
   (forall x, hd_error (layout (S N) F2) = Some x -> ~ In x (layout N F1))) /\
  (forall x y, next (layout N F1) x y -> ~ next (layout (S N) F2) x y) /\
  forall X, NoDup X /\ incl X (layout N F1) /\ incl X (layout (S N) F2) /\ apart (layout N F1) X /\ apart (layout (S N) F2) X <->
    independent N G X.
Proof.
  intros ((ND1 & V1) & (ND2 & V2) & Disjoint & Cover & Only).
  assert (In1 : forall x, In x (layout N F1) <-> x < N \/ exists j, j < length F1 /\ x = N + 2 * j).
  { intros x. rewrite in_layout, V1. reflexivity. }
  assert (In2 : forall x, In x (layout (S N) F2) <-> x < N \/ exists j, j < length F2 /\ x = S N + 2 * j).
  { intros x. rewrite in_layout, V2. reflexivity. }
  assert (Shared : forall x, In x (layout N F1) -> In x (layout (S N) F2) -> x < N).
  { intros x. rewrite In1, In2. intros [H|(i & _ & H)] [K|(j & _ & K)]; lia. }
  assert (Next1 : forall x y, x < N -> y < N -> next (layout N F1) x y <-> within F1 x y).
  { intros x y Hx Hy. apply next_layout; assumption. }
  assert (Next2 : forall x y, x < N -> y < N -> next (layout (S N) F2) x y <-> within F2 x y).
  { intros x y Hx Hy. apply next_layout; lia. }
  split; [|split; [|split]].
  - split; [apply (NoDup_layout _ N); auto; apply V1 | apply (NoDup_layout _ N); auto; apply V2].
  - split.
    + intros x H K. apply layout_head in H. apply In2 in K. destruct K as [K|(j & _ & K)]; lia.
    + intros x H K. apply layout_head in H. apply In1 in K. destruct K as [K|(j & _ & K)]; lia.
  - intros x y H K. destruct (next_In _ _ _ H), (next_In _ _ _ K).
    apply (Disjoint x y); [apply Next1 | apply Next2]; auto.
  - intros X. split.
    + intros (ND & Sub1 & Sub2 & Apart1 & Apart2).
      assert (Low : forall x, In x X -> x < N) by auto.
      split; [assumption | split; [assumption|]]. intros a b H Ha Hb.
      destruct (Cover a b H) as [[W|W]|[W|W]]; [apply (Apart1 a b) | apply (Apart1 b a) |
        apply (Apart2 a b) | apply (Apart2 b a)]; auto; (apply Next1 || apply Next2); auto.
    + intros (ND & Low & Apart).
      assert (No : forall x y, In x X -> In y X -> ~ (within F1 x y \/ within F2 x y)).
      { intros x y Hx Hy W. destruct (Only x y W) as [H|H]; [exact (Apart x y H Hx Hy) | exact (Apart y x H Hy Hx)]. }
      repeat split; auto.
      * intros x Hx. apply In1. auto.
      * intros x Hx. apply In2. auto.
      * intros x y Hx Hy H. apply (No x y Hx Hy). left. apply Next1; auto.
      * intros x y Hx Hy H. apply (No x y Hx Hy). right. apply Next2; auto.
Qed.

(** The score that can be reached for the layouts of two forests, for any graph that is split into two forests. *)
Theorem forests_smatch N G F1 F2 k :
  splits N G F1 F2 ->
  SMATCH (path 0 (layout N F1)) (path (S (length (layout N F1))) (layout (S N) F2)) (1 + k) <->
  exists X, independent N G X /\ k <= length X.
Proof.
  intros Splits. destruct (forests_layout N G F1 F2 Splits) as ((ND1 & ND2) & (Head1 & Head2) & Disjoint & Same).
  rewrite paths_smatch by (auto; lia). split.
  - intros (X & H1 & H2 & H3 & H4 & H5 & Hk). exists X. split; [apply Same; auto | exact Hk].
  - intros (X & H & Hk). exists X. apply Same in H. tauto.
Qed.

(** What an alignment matches is independent. *)
Theorem forests_back N G F1 F2 phi :
  let X := matched_labels (S (length (layout N F1))) (layout N F1) (layout (S N) F2) phi in
  splits N G F1 F2 -> pinj phi ->
  independent N G X /\
  score (path 0 (layout N F1)) (path (S (length (layout N F1))) (layout (S N) F2)) phi <= 1 + length X.
Proof.
  intros X Splits P. destruct (forests_layout N G F1 F2 Splits) as ((ND1 & ND2) & _ & Disjoint & Same).
  destruct (paths_back 0 (S (length (layout N F1))) (layout N F1) (layout (S N) F2) phi ND1 ND2 ltac:(lia) Disjoint P)
    as (H1 & H2 & H3 & H4 & H5 & H6).
  split; [apply Same; auto | exact H6].
Qed.

(** ** New vertices and their owners *)

Lemma owner_first n E i : owner n E (n + 2 * i) = fst (nth i E (0, 0)).
Proof.
  unfold owner. replace (n + 2 * i - n) with (2 * i) by lia.
  revert i. induction E as [|e E IH]; intros [|i]; try reflexivity.
  replace (2 * S i) with (S (S (2 * i))) by lia. apply IH.
Qed.

Lemma owner_second n E i : owner n E (S (n + 2 * i)) = snd (nth i E (0, 0)).
Proof.
  unfold owner. replace (S (n + 2 * i) - n) with (S (2 * i)) by lia.
  revert i. induction E as [|e E IH]; intros [|i]; try reflexivity.
  replace (2 * S i) with (S (S (2 * i))) by lia. apply IH.
Qed.

Lemma in_edges n E a b :
  In (a, b) E <-> exists i, i < length E /\ a = owner n E (n + 2 * i) /\ b = owner n E (S (n + 2 * i)).
Proof.
  split.
  - intros H. apply (In_nth _ _ (0, 0)) in H. destruct H as (i & Hi & H).
    exists i. rewrite owner_first, owner_second, H. auto.
  - intros (i & Hi & -> & ->). rewrite owner_first, owner_second, <- surjective_pairing. apply nth_In, Hi.
Qed.

Lemma new_vertex n E x :
  n <= x < total n E <-> exists i, i < length E /\ (x = n + 2 * i \/ x = S (n + 2 * i)).
Proof.
  unfold total. split.
  - intros H. destruct (Nat.Even_or_Odd (x - n)) as [[i Hi]|[i Hi]]; exists i; lia.
  - intros (i & Hi & [->| ->]); lia.
Qed.

Lemma in_subdivided n E a b :
  In (a, b) (subdivided n E) <->
  (n <= b < total n E /\ a = owner n E b) \/ exists i, i < length E /\ a = n + 2 * i /\ b = S a.
Proof.
  unfold subdivided, total. rewrite in_app_iff, !in_map_iff. split.
  - intros [(x & H & Hx)|(i & H & Hi)].
    + injection H as <- <-. apply in_seq in Hx. left. auto.
    + injection H as <- <-. apply in_seq in Hi. right. exists i. lia.
  - intros [[H ->]|(i & Hi & -> & ->)].
    + left. exists b. rewrite in_seq. auto.
    + right. exists i. rewrite in_seq. split; [reflexivity | lia].
Qed.

Lemma in_around n E u x : In x (around n E u) <-> n <= x < total n E /\ owner n E x = u.
Proof. unfold around, total. rewrite filter_In, in_seq, Nat.eqb_eq. tauto. Qed.

Lemma NoDup_around n E u : NoDup (around n E u).
Proof. apply NoDup_filter, seq_NoDup. Qed.

Lemma around_nth n E u j x : nth_error (around n E u) j = Some x -> n <= x < total n E /\ owner n E x = u.
Proof. intros H. apply in_around. eapply nth_error_In, H. Qed.

Lemma around_length n E u : (forall a b, In (a, b) E -> a <> b) -> length (around n E u) <= degree E u.
Proof.
  unfold around, owner, degree. revert n. induction E as [|[a b] E IH]; intros n Loops; auto.
  cbn [length]. replace (2 * S (length E)) with (S (S (2 * length E))) by lia. cbn [seq filter].
  replace (n - n) with 0 by lia. replace (S n - n) with 1 by lia.
  specialize (IH (S (S n)) (fun c d K => Loops c d (or_intror K))).
  rewrite (filter_ext_in _ (fun x => nth (x - S (S n)) (ends E) 0 =? u)).
  - specialize (Loops a b (or_introl eq_refl)).
    change (touches u (a, b)) with ((a =? u) || (b =? u)). simpl nth.
    destruct (Nat.eqb_spec a u), (Nat.eqb_spec b u); cbn [orb length]; lia.
  - intros x Hx. apply in_seq in Hx. replace (x - n) with (S (S (x - S (S n)))) by lia. reflexivity.
Qed.

(** In this section J is subcubic. *)
Section Subcubic.
Variables (n : nat) (E : list (nat * nat)).
Hypothesis J : subcubic n E.

Lemma owner_lt x : n <= x < total n E -> owner n E x < n.
Proof.
  intros H. apply new_vertex in H. destruct H as (i & Hi & H).
  destruct J as [Ends _]. destruct (Ends (owner n E (n + 2 * i)) (owner n E (S (n + 2 * i)))) as (A & B & _).
  - apply (in_edges n). exists i. auto.
  - destruct H as [->| ->]; assumption.
Qed.

Lemma owners_differ i : i < length E -> owner n E (n + 2 * i) <> owner n E (S (n + 2 * i)).
Proof. intros Hi. destruct J as [Ends _]. apply Ends, (in_edges n). exists i. auto. Qed.

(** At most three edges meet at an old vertex: every new vertex is the first, the second or the third one around its
    owner.  This is where the degree matters. *)
Lemma around_cases x :
  n <= x < total n E -> exists j, nth_error (around n E (owner n E x)) j = Some x /\ (j < 2 \/ j = 2).
Proof.
  intros H. assert (K : In x (around n E (owner n E x))) by (apply in_around; auto).
  apply In_nth_error in K. destruct K as [j K]. exists j. split; [assumption|].
  assert (j < length (around n E (owner n E x))) by (apply nth_error_Some; congruence).
  destruct J as [Ends Degree].
  assert (length (around n E (owner n E x)) <= degree E (owner n E x)).
  { apply around_length. intros a b Hab. apply Ends, Hab. }
  specialize (Degree (owner n E x)). lia.
Qed.

(** ** The subdivided graph

    A largest independent set grows by one per edge. *)

Lemma independent_up I :
  independent n E I -> exists I', independent (total n E) (subdivided n E) I' /\ length I' = length E + length I.
Proof.
  intros (ND & Low & Apart).
  (* of every pair p, q take one whose owner is not in I *)
  set (choice := fun i => if in_dec Nat.eq_dec (owner n E (n + 2 * i)) I then S (n + 2 * i) else n + 2 * i).
  assert (Choice : forall i, choice i = n + 2 * i \/ choice i = S (n + 2 * i)).
  { intros i. unfold choice. destruct (in_dec _ _ _); auto. }
  assert (Free : forall i, i < length E -> ~ In (owner n E (choice i)) I).
  { intros i Hi. unfold choice. destruct (in_dec _ (owner n E (n + 2 * i)) I) as [K|K]; [|assumption].
    apply (Apart (owner n E (n + 2 * i))); [|assumption]. apply (in_edges n). exists i. auto. }
  exists (I ++ map choice (seq 0 (length E))). split; [split; [|split]|].
  - apply NoDup_join. split; [|split]; auto.
    + apply Injective_map_NoDup; [|apply seq_NoDup].
      intros i j H. destruct (Choice i), (Choice j); lia.
    + intros x Hx K. apply Low in Hx. apply in_map_iff in K. destruct K as (i & <- & _). destruct (Choice i); lia.
  - intros x Hx. apply in_app_iff in Hx. destruct Hx as [Hx|Hx].
    + apply Low in Hx. unfold total. lia.
    + apply in_map_iff in Hx. destruct Hx as (i & <- & Hi). apply in_seq in Hi. unfold total. destruct (Choice i); lia.
  - assert (New : forall x, n <= x -> In x (I ++ map choice (seq 0 (length E))) ->
      exists i, i < length E /\ x = choice i).
    { intros x Hx K. apply in_app_iff in K. destruct K as [K|K]; [apply Low in K; lia|].
      apply in_map_iff in K. destruct K as (i & <- & Hi). apply in_seq in Hi. exists i. split; [lia | reflexivity]. }
    intros a b H Ha Hb. apply in_subdivided in H. destruct H as [[H ->]|(i & Hi & -> & ->)].
    + destruct (New b) as (i & Hi & ->); [lia | assumption |]. apply (Free i Hi).
      apply in_app_iff in Ha. destruct Ha as [Ha|Ha]; [assumption|]. apply owner_lt in H.
      apply in_map_iff in Ha. destruct Ha as (j & Hj & _). destruct (Choice j); lia.
    + destruct (New (n + 2 * i)) as (j & _ & Hj); [lia | assumption |].
      destruct (New (S (n + 2 * i))) as (k & _ & Hk); [lia | assumption |].
      assert (j = i) by (destruct (Choice j); lia). assert (k = i) by (destruct (Choice k); lia).
      subst. lia.
  - rewrite app_length, map_length, seq_length. lia.
Qed.

Lemma independent_down I' :
  independent (total n E) (subdivided n E) I' -> exists I,
  independent n E I /\ length I' <= length E + length I /\
  incl I I' /\ forall a b, In (a, b) E -> In a I -> ~ In b I'.
Proof.
  intros (ND & Low & Apart).
  (* an edge with both ends in I' loses its first end; neither p nor q is in I' then *)
  set (p := fun i => n + 2 * i).
  set (member := fun x => if in_dec Nat.eq_dec x I' then true else false).
  set (full := fun i => member (owner n E (p i)) && member (owner n E (S (p i)))).
  set (kept := fun u => (u <? n) && negb (existsb (fun i => full i && (owner n E (p i) =? u)) (seq 0 (length E)))).
  set (gone := fun i => if full i then owner n E (p i) else if member (p i) then p i else S (p i)).
  assert (Member : forall x, member x = true <-> In x I').
  { intros x. unfold member. destruct (in_dec _ x I'); split; auto; discriminate. }
  assert (Kept : forall u, kept u = true <->
    u < n /\ forall i, i < length E -> full i = true -> owner n E (p i) <> u).
  { intros u. unfold kept. rewrite andb_true_iff, Nat.ltb_lt, negb_true_iff, <- not_true_iff_false, existsb_exists.
    split; intros [Hu K]; split; auto.
    - intros i Hi F <-. apply K. exists i. rewrite F, Nat.eqb_refl, in_seq. split; [lia | reflexivity].
    - intros (i & Hi & F). apply andb_true_iff in F. destruct F as [F O]. apply Nat.eqb_eq in O.
      apply in_seq in Hi. apply (K i); auto. lia. }
  assert (Owner : forall x, In x I' -> n <= x -> member (owner n E x) = false).
  { intros x Hx Le. apply not_true_iff_false. rewrite Member. intros K.
    apply (Apart (owner n E x) x); auto. apply in_subdivided. left. auto. }
  assert (Lost : forall a b, In (a, b) E -> In a (filter kept I') -> ~ In b I').
  { intros a b H Ha Hb. apply filter_In in Ha. destruct Ha as [Ha Ka].
    apply (in_edges n) in H. destruct H as (i & Hi & -> & ->). apply Kept in Ka. destruct Ka as [_ Ka].
    apply (Ka i Hi); auto. apply andb_true_iff. rewrite !Member. auto. }
  exists (filter kept I'). split; [split; [|split]|split; [|split; [|exact Lost]]].
  - apply NoDup_filter, ND.
  - intros u Hu. apply filter_In in Hu. destruct Hu as [_ Hu]. apply Kept in Hu. apply Hu.
  - intros a b H Ha Hb. apply filter_In in Hb. apply (Lost a b H Ha), Hb.
  - (* every other member of I' is charged to one edge *)
    replace (length E) with (length (map gone (seq 0 (length E)))) by (rewrite map_length, seq_length; reflexivity).
    rewrite <- app_length. apply NoDup_incl_length; [assumption|].
    intros x Hx. apply in_app_iff. rewrite filter_In, in_map_iff.
    destruct (Nat.lt_ge_cases x n) as [Lt|Ge].
    + destruct (kept x) eqn:K; auto. left. unfold kept in K. apply Nat.ltb_lt in Lt. rewrite Lt in K. simpl in K.
      apply negb_false_iff, existsb_exists in K. destruct K as (i & Hi & F).
      apply andb_true_iff in F. destruct F as [F O]. apply Nat.eqb_eq in O.
      exists i. unfold gone. rewrite F. auto.
    + left. assert (New := conj Ge (Low x Hx)). apply new_vertex in New. destruct New as (i & Hi & New).
      exists i. rewrite in_seq. split; [|lia]. unfold gone, full. fold (p i) in New. destruct New as [->| ->].
      * rewrite Owner by assumption. apply Member in Hx. rewrite Hx. reflexivity.
      * rewrite (Owner (S (p i))), andb_false_r by assumption.
        destruct (member (p i)) eqn:M; auto. apply Member in M. exfalso.
        apply (Apart (p i) (S (p i))); auto. apply in_subdivided. right. exists i. auto.
  - intros x Hx. apply filter_In in Hx. apply Hx.
Qed.

Lemma independent_subdivided k :
  (exists I, independent n E I /\ k <= length I) <->
  (exists I', independent (total n E) (subdivided n E) I' /\ length E + k <= length I').
Proof.
  split.
  - intros (I & H & Hk). destruct (independent_up I H) as (I' & H' & L). exists I'. split; [assumption | lia].
  - intros (I' & H & Hk). destruct (independent_down I' H) as (I & H' & L & _). exists I. split; [assumption | lia].
Qed.

(** ** The two forests *)

Lemma third_new u x : third n E u = Some x -> n <= x < total n E /\ owner n E x = u.
Proof. apply around_nth. Qed.

Lemma in_star u x : In x (concat (star n E u)) <-> x = u \/ In x (around n E u).
Proof.
  unfold star. destruct (around n E u) as [|a [|b r]]; simpl; [| |rewrite concat_singles]; intuition congruence.
Qed.

Lemma NoDup_star u : u < n -> NoDup (concat (star n E u)).
Proof.
  intros Hu. pose proof (NoDup_around n E u) as ND.
  assert (Old : ~ In u (around n E u)) by (rewrite in_around; lia). revert ND Old. unfold star.
  destruct (around n E u) as [|a [|b r]]; simpl; [| |rewrite concat_singles]; rewrite !NoDup_cons_iff; simpl;
    intuition congruence.
Qed.

Lemma in_forest1 x : In x (concat (forest1 n E)) <-> x < total n E.
Proof.
  unfold forest1. rewrite concat_flat_map, in_flat_map. split.
  - intros (u & Hu & H). apply in_seq in Hu. apply in_star in H.
    destruct H as [->|H]; [unfold total; lia | apply in_around in H; lia].
  - intros H. destruct (Nat.lt_ge_cases x n) as [Lt|Ge].
    + exists x. rewrite in_seq, in_star. split; [lia | auto].
    + exists (owner n E x). rewrite in_seq, in_star, in_around.
      pose proof (owner_lt x (conj Ge H)). split; [lia | auto].
Qed.

Lemma NoDup_forest1 : NoDup (concat (forest1 n E)).
Proof.
  unfold forest1. rewrite concat_flat_map. apply NoDup_flat_map; [apply seq_NoDup | |].
  - intros u Hu. apply NoDup_star. apply in_seq in Hu. lia.
  - intros u v x Hu Hv Ku Kv. apply in_seq in Hu, Hv. apply in_star in Ku, Kv. rewrite in_around in Ku, Kv. lia.
Qed.

Lemma hanger_cases x :
  (third n E (owner n E x) = Some x /\ hanger n E x = [owner n E x]) \/
  (third n E (owner n E x) <> Some x /\ hanger n E x = []).
Proof.
  unfold hanger. destruct (third n E (owner n E x)) as [z|]; [|right; split; [discriminate | reflexivity]].
  destruct (Nat.eqb_spec z x) as [->|Ne]; [left | right]; split; congruence.
Qed.

Lemma in_hanger x u : In u (hanger n E x) <-> u = owner n E x /\ third n E u = Some x.
Proof. destruct (hanger_cases x) as [[T ->]|[T ->]]; simpl; intuition congruence. Qed.

Lemma in_bridge i x : In x (bridge n E i) <->
  x = n + 2 * i \/ x = S (n + 2 * i) \/ third n E x = Some (n + 2 * i) \/ third n E x = Some (S (n + 2 * i)).
Proof.
  unfold bridge. rewrite !in_app_iff, !in_hanger. simpl In. split; [intuition auto|].
  intros [->|[->|[H|H]]]; auto; pose proof (third_new _ _ H) as [_ <-]; auto.
Qed.

Lemma NoDup_bridge i : i < length E -> NoDup (bridge n E i).
Proof.
  intros Hi. assert (P : owner n E (n + 2 * i) < n) by (apply owner_lt, new_vertex; exists i; auto).
  assert (Q : owner n E (S (n + 2 * i)) < n) by (apply owner_lt, new_vertex; exists i; auto).
  assert (Short : forall x, NoDup (hanger n E x)).
  { intros x. destruct (hanger_cases x) as [[_ ->]|[_ ->]]; repeat constructor; auto. }
  unfold bridge. rewrite !NoDup_join. repeat split; auto.
  - repeat constructor; simpl; lia.
  - intros x Hx K. apply in_hanger in K. simpl in Hx. lia.
  - intros x Hx K. apply in_hanger in Hx. apply in_app_iff in K. rewrite in_hanger in K. cbn [In] in K.
    pose proof (owners_differ i Hi). lia.
Qed.

Lemma in_single u x : In x (concat (single n E u)) <-> x = u /\ third n E u = None.
Proof. unfold single. destruct (third n E u); simpl; intuition congruence. Qed.

Lemma concat_forest2 :
  concat (forest2 n E) =
  flat_map (bridge n E) (seq 0 (length E)) ++ flat_map (fun u => concat (single n E u)) (seq 0 n).
Proof. unfold forest2. rewrite concat_app, <- flat_map_concat_map, concat_flat_map. reflexivity. Qed.

Lemma in_forest2 x : In x (concat (forest2 n E)) <-> x < total n E.
Proof.
  rewrite concat_forest2, in_app_iff, !in_flat_map. split.
  - intros [(i & Hi & H)|(u & Hu & H)].
    + apply in_seq in Hi. apply in_bridge in H.
      destruct H as [->|[->|[H|H]]]; try (unfold total; lia); apply third_new in H; destruct H as [H <-];
        apply owner_lt in H; unfold total; lia.
    + apply in_seq in Hu. apply in_single in H. unfold total. lia.
  - intros H. destruct (Nat.lt_ge_cases x n) as [Lt|Ge].
    + destruct (third n E x) as [z|] eqn:T.
      * left. destruct (third_new _ _ T) as [New _]. apply new_vertex in New. destruct New as (i & Hi & New).
        exists i. rewrite in_seq, in_bridge. split; [lia|]. destruct New as [->| ->]; auto.
      * right. exists x. rewrite in_seq, in_single. split; [lia | auto].
    + left. assert (New := conj Ge H). apply new_vertex in New. destruct New as (i & Hi & New).
      exists i. rewrite in_seq, in_bridge. split; [lia | tauto].
Qed.

Lemma NoDup_forest2 : NoDup (concat (forest2 n E)).
Proof.
  rewrite concat_forest2. apply NoDup_join. split; [|split].
  - apply NoDup_flat_map; [apply seq_NoDup | |].
    + intros i Hi. apply NoDup_bridge. apply in_seq in Hi. lia.
    + assert (Old : forall x z, third n E x = Some z -> x < n).
      { intros x z H. apply third_new in H. destruct H as [H <-]. apply owner_lt, H. }
      assert (Key : forall i x, In x (bridge n E i) ->
        (x = n + 2 * i \/ x = S (n + 2 * i)) \/
        x < n /\ (third n E x = Some (n + 2 * i) \/ third n E x = Some (S (n + 2 * i)))).
      { intros i x H. apply in_bridge in H. destruct H as [H|[H|[H|H]]]; eauto. }
      intros i j x _ _ Ki Kj. apply Key in Ki. apply Key in Kj.
      destruct Ki as [Ki|[Lt Ki]], Kj as [Kj|[Lt' Kj]]; try lia.
      destruct Ki as [Ki|Ki], Kj as [Kj|Kj]; rewrite Ki in Kj; injection Kj; lia.
  - apply NoDup_flat_map; [apply seq_NoDup | |].
    + intros u _. unfold single. destruct (third n E u); simpl; repeat constructor; auto.
    + intros u v x _ _ Ku Kv. apply in_single in Ku, Kv. lia.
  - intros x Hx K. apply in_flat_map in Hx, K. destruct Hx as (i & Hi & Hx), K as (u & Hu & K).
    apply in_seq in Hu. apply in_single in K. destruct K as [-> None]. apply in_bridge in Hx.
    destruct Hx as [Hx|[Hx|[Hx|Hx]]]; [lia | lia | congruence | congruence].
Qed.

(** ** The neighbours in the forests are the edges of the subdivided graph *)

(** [x] and [y] are [u] and [z], in one order or the other. *)
Definition same (u z x y : nat) := (x = u /\ y = z) \/ (x = z /\ y = u).

Lemma within_forest1 x y :
  within (forest1 n E) x y ->
  exists u z j, u < n /\ nth_error (around n E u) j = Some z /\ j < 2 /\ same u z x y.
Proof.
  intros (c & Hc & H). apply in_flat_map in Hc. destruct Hc as (u & Hu & Hc). apply in_seq in Hu.
  exists u. unfold star in Hc. unfold same.
  destruct (around n E u) as [|a [|b r]]; simpl in Hc.
  - destruct Hc as [<-|[]]. destruct H.
  - destruct Hc as [<-|[]]. destruct H as [H|[]]. injection H as <- <-. exists a, 0. repeat split; auto; lia.
  - destruct Hc as [<-|Hc].
    + destruct H as [H|[H|[]]]; injection H as <- <-; [exists a, 0 | exists b, 1]; repeat split; auto; lia.
    + apply in_map_iff in Hc. destruct Hc as (z & <- & _). destruct H.
Qed.

Lemma forest1_within u z j :
  u < n -> nth_error (around n E u) j = Some z -> j < 2 ->
  within (forest1 n E) u z \/ within (forest1 n E) z u.
Proof.
  intros Hu Hz Hj.
  assert (Star : exists c, In c (star n E u) /\ (next c u z \/ next c z u)).
  { unfold star. destruct (around n E u) as [|a [|b r]], j as [|[|j]]; simpl in Hz; try discriminate; try lia;
      injection Hz as ->; eexists; (split; [left; reflexivity | unfold next; simpl; auto]). }
  destruct Star as (c & Hc & H).
  assert (In c (forest1 n E)) by (apply in_flat_map; exists u; rewrite in_seq; split; [lia | assumption]).
  destruct H; [left | right]; exists c; auto.
Qed.

Lemma next_bridge i x y :
  next (bridge n E i) x y <->
  (x = n + 2 * i /\ y = S x) \/
  (y = n + 2 * i /\ third n E x = Some y) \/ (x = S (n + 2 * i) /\ third n E y = Some x).
Proof.
  unfold bridge, next. set (p := n + 2 * i).
  split.
  - destruct (hanger_cases p) as [[P ->]|[_ ->]], (hanger_cases (S p)) as [[Q ->]|[_ ->]]; simpl; intros H;
      repeat destruct H as [H|H]; try contradiction; injection H as <- <-; auto.
  - intros [[-> ->]|[[-> H]|[-> H]]].
    + destruct (hanger_cases p) as [[_ ->]|[_ ->]]; simpl; auto.
    + destruct (third_new _ _ H) as [_ <-].
      destruct (hanger_cases p) as [[_ ->]|[P _]]; [simpl; auto | contradiction].
    + destruct (third_new _ _ H) as [_ <-].
      destruct (hanger_cases (S p)) as [[_ ->]|[Q _]]; [|contradiction].
      destruct (hanger_cases p) as [[_ ->]|[_ ->]]; simpl; auto.
Qed.

Lemma within_forest2 x y :
  within (forest2 n E) x y ->
  (exists i, i < length E /\ x = n + 2 * i /\ y = S x) \/ exists u z, third n E u = Some z /\ same u z x y.
Proof.
  intros (c & Hc & H). apply in_app_iff in Hc. destruct Hc as [Hc|Hc].
  - apply in_map_iff in Hc. destruct Hc as (i & <- & Hi). apply in_seq in Hi. apply next_bridge in H. unfold same.
    destruct H as [H|[[_ H]|[_ H]]]; [left; exists i; lia | right; exists x, y; auto | right; exists y, x; auto].
  - exfalso. apply in_flat_map in Hc. destruct Hc as (u & _ & Hc). unfold single in Hc.
    destruct (third n E u); [destruct Hc | destruct Hc as [<-|[]]; destruct H].
Qed.

Lemma within_bridge i x y : i < length E -> next (bridge n E i) x y -> within (forest2 n E) x y.
Proof. intros Hi H. exists (bridge n E i). split; [|assumption]. apply in_app_iff. left. apply in_map, in_seq. lia. Qed.

Lemma forest2_within u z : third n E u = Some z -> within (forest2 n E) u z \/ within (forest2 n E) z u.
Proof.
  intros T. destruct (third_new u z T) as [New _]. apply new_vertex in New. destruct New as (i & Hi & New).
  destruct New as [->| ->]; [left | right]; apply (within_bridge i); auto; apply next_bridge; auto.
Qed.

(** The forests have no edge in common: the new vertex of an edge of forest 1 is the first or the second one around its
    owner, that of an edge of forest 2 the third one. *)
Lemma forests_disjoint x y : within (forest1 n E) x y -> ~ within (forest2 n E) x y.
Proof.
  intros W1 W2. destruct (within_forest1 x y W1) as (u & z & j & Hu & Hz & Hj & Same).
  destruct (around_nth _ _ _ _ _ Hz) as [New _].
  destruct (within_forest2 x y W2) as [(i & Hi & -> & ->)|(v & w & T & Same')].
  - unfold same in Same. lia.
  - destruct (third_new v w T) as [New' O]. pose proof (owner_lt w New') as Old. rewrite O in Old.
    assert (v = u /\ w = z) as [-> ->] by (unfold same in *; lia).
    pose proof (position_unique _ _ _ _ (NoDup_around n E u) Hz T). lia.
Qed.

Lemma forests_split : splits (total n E) (subdivided n E) (forest1 n E) (forest2 n E).
Proof.
  split; [split; [apply NoDup_forest1 | apply in_forest1]|].
  split; [split; [apply NoDup_forest2 | apply in_forest2]|].
  split; [apply forests_disjoint | split].
  - intros a b H. apply in_subdivided in H. destruct H as [[New ->]|(i & Hi & -> & ->)].
    + destruct (around_cases b New) as (j & Hj & [Lt|Eq]).
      * left. apply (forest1_within _ _ j); auto using owner_lt.
      * right. apply forest2_within. subst j. assumption.
    + right. left. apply (within_bridge i); auto. apply next_bridge. auto.
  - assert (Old : forall u z x y, n <= z < total n E /\ owner n E z = u -> same u z x y ->
      In (x, y) (subdivided n E) \/ In (y, x) (subdivided n E)).
    { intros u z x y [New <-] [[-> ->]|[-> ->]]; [left | right]; apply in_subdivided; auto. }
    intros x y [W|W].
    + destruct (within_forest1 x y W) as (u & z & j & _ & Hz & _ & H).
      apply (Old u z); [eapply around_nth, Hz | assumption].
    + destruct (within_forest2 x y W) as [(i & Hi & -> & ->)|(u & z & T & H)].
      * left. apply in_subdivided. right. exists i. auto.
      * apply (Old u z); [apply third_new, T | assumption].
Qed.

End Subcubic.

(** ** The theorem *)

(** J has [k] independent vertices, or more, if and only if the score 1 + |E| + k can be reached. *)
Theorem two_paths n E k :
  subcubic n E ->
  (exists I, independent n E I /\ k <= length I) <-> SMATCH (left_path n E) (right_path n E) (1 + length E + k).
Proof.
  intros J. rewrite independent_subdivided by exact J. rewrite <- Nat.add_assoc.
  symmetry. apply forests_smatch, forests_split, J.
Qed.

(** *** The way back

    The vertices whose relations are matched; of two that are joined by an edge the first leaves, edge by edge. *)
Definition leave (I : list nat) (e : nat * nat) : list nat :=
  if in_dec Nat.eq_dec (fst e) I then if in_dec Nat.eq_dec (snd e) I then remove Nat.eq_dec (fst e) I else I else I.

Definition independent_of n E phi : list nat :=
  fold_left leave E
    (filter (fun x => x <? n) (matched_labels (S (length (labels1 n E))) (labels1 n E) (labels2 n E) phi)).

Lemma leave_incl I e : incl (leave I e) I.
Proof.
  unfold leave. destruct (in_dec _ _ _); [|apply incl_refl]. destruct (in_dec _ _ _); [|apply incl_refl].
  intros x Hx. apply in_remove in Hx. apply Hx.
Qed.

Lemma leave_all_incl E : forall I, incl (fold_left leave E I) I.
Proof.
  induction E as [|e E IH]; intros I; [apply incl_refl|]. simpl. eapply incl_tran; [apply IH | apply leave_incl].
Qed.

Lemma NoDup_remove_all x l : NoDup l -> NoDup (remove Nat.eq_dec x l).
Proof.
  induction l as [|y l IH]; simpl; intros ND; [constructor|]. apply NoDup_cons_iff in ND. destruct ND as [Fresh ND].
  destruct (Nat.eq_dec x y); [apply IH, ND|]. constructor; [|apply IH, ND].
  intros K. apply Fresh. apply in_remove in K. apply K.
Qed.

Lemma leave_all_NoDup E : forall I, NoDup I -> NoDup (fold_left leave E I).
Proof.
  induction E as [|e E IH]; intros I ND; [exact ND|]. simpl. apply IH. unfold leave.
  destruct (in_dec _ _ _); [|exact ND]. destruct (in_dec _ _ _); [apply NoDup_remove_all, ND | exact ND].
Qed.

Lemma leave_all_apart E : forall I a b, In (a, b) E -> In a (fold_left leave E I) -> ~ In b (fold_left leave E I).
Proof.
  induction E as [|e E IH]; intros I a b H Ha Hb; [destruct H|]. simpl in Ha, Hb. destruct H as [->|H].
  - apply leave_all_incl in Ha, Hb. unfold leave in Ha, Hb. simpl in Ha, Hb.
    destruct (in_dec Nat.eq_dec a I); [|tauto]. destruct (in_dec Nat.eq_dec b I); [|tauto].
    apply in_remove in Ha. tauto.
  - exact (IH _ a b H Ha Hb).
Qed.

Lemma leave_all_keeps E : forall I x, In x I -> (forall b, In (x, b) E -> ~ In b I) -> In x (fold_left leave E I).
Proof.
  induction E as [|e E IH]; intros I x Hx Free; [exact Hx|]. simpl. apply IH.
  - unfold leave. destruct (in_dec _ (fst e) I); [|exact Hx]. destruct (in_dec _ (snd e) I) as [K|]; [|exact Hx].
    apply in_in_remove; [|exact Hx]. intros ->. apply (Free (snd e)); [|exact K].
    left. apply surjective_pairing.
  - intros b H K. apply leave_incl in K. apply (Free b); [right; exact H | exact K].
Qed.

(** Every alignment whatever spells out an independent set that accounts for its score. *)
Theorem two_paths_back n E phi :
  subcubic n E -> pinj phi ->
  independent n E (independent_of n E phi) /\
  score (left_path n E) (right_path n E) phi <= 1 + length E + length (independent_of n E phi).
Proof.
  intros J P. destruct (forests_back _ _ _ _ phi (forests_split n E J) P) as [Ind Score].
  fold (labels1 n E) (labels2 n E) in Ind, Score.
  unfold independent_of. set (X := matched_labels _ _ _ _) in *. set (I := filter _ X).
  destruct (independent_down n E X Ind) as (K & (NK & Low & _) & L & Sub & Free). destruct Ind as (NX & _ & _).
  split; [split; [|split]|].
  - apply leave_all_NoDup, NoDup_filter, NX.
  - intros u Hu. apply leave_all_incl, filter_In in Hu. destruct Hu as [_ Hu]. apply Nat.ltb_lt, Hu.
  - intros a b H. apply leave_all_apart, H.
  - assert (Keeps : incl K (fold_left leave E I)).
    { intros x Hx. apply leave_all_keeps.
      - apply filter_In. split; [apply Sub, Hx | apply Nat.ltb_lt, Low, Hx].
      - intros b H Hb. apply filter_In in Hb. apply (Free x b H Hx), Hb. }
    apply NoDup_incl_length in Keeps; [|exact NK].
    change (score (left_path n E) (right_path n E) phi <= 1 + length X) in Score. lia.
Qed.

(** The same for the maxima. *)
Corollary two_paths_opt n E m :
  subcubic n E -> largest n E m <-> best (left_path n E) (right_path n E) (1 + length E + m).
Proof.
  intros J. split; intros [Reached Bound].
  - assert (Le : forall phi, pinj phi -> score (left_path n E) (right_path n E) phi <= 1 + length E + m).
    { intros phi P. apply Nat.nlt_ge. intros Lt.
      destruct (proj2 (two_paths n E (S m) J)) as (I & H & Hk); [exists phi; split; [assumption | lia]|].
      specialize (Bound I H). lia. }
    split; [|exact Le].
    destruct Reached as (I & H & Hm). destruct (proj1 (two_paths n E m J)) as (phi & P & Hs).
    { exists I. split; [assumption | lia]. }
    exists phi. split; [assumption|]. specialize (Le phi P). lia.
  - assert (Le : forall I, independent n E I -> length I <= m).
    { intros I H. destruct (proj1 (two_paths n E (length I) J)) as (phi & P & Hs); [exists I; auto|].
      specialize (Bound phi P). lia. }
    split; [|exact Le].
    destruct Reached as (phi & P & Hs). destruct (proj2 (two_paths n E m J)) as (I & H & Hm).
    { exists phi. split; [assumption | lia]. }
    exists I. split; [assumption|]. specialize (Le I H). lia.
Qed.

(** ** Form and size *)

Lemma flat_map_one {X Y Z} (f : Y -> list Z) (g : X -> Y) (h : X -> Z) l :
  (forall x, f (g x) = [h x]) -> flat_map f (map g l) = map h l.
Proof. intros H. induction l as [|a l IH]; simpl; auto. rewrite H, IH. reflexivity. Qed.

Lemma flat_map_none {X Y Z} (f : Y -> list Z) (g : X -> Y) l :
  (forall x, f (g x) = []) -> flat_map f (map g l) = [].
Proof. intros H. induction l as [|a l IH]; simpl; auto. rewrite H, IH. reflexivity. Qed.

Lemma map_plus c s k : map (fun i => c + i) (seq s k) = seq (c + s) k.
Proof.
  revert s. induction k as [|k IH]; intros s; simpl; auto. rewrite IH, Nat.add_succ_r. reflexivity.
Qed.

Lemma path_form c l :
  directed_path (path c l) /\ relations (path c l) = l /\ concepts (path c l) = seq c (S (length l)).
Proof.
  unfold directed_path, variables, steps, attributes, relations, concepts, path, nodes.
  split; [exists (length l); split; [|split]|split]; cbn [flat_map]; rewrite flat_map_app; unfold arcs.
  - rewrite (flat_map_one _ _ (fun i => i)), flat_map_none, map_id, app_nil_r by auto. reflexivity.
  - rewrite flat_map_none, (flat_map_one _ _ (fun i => (i, S i))) by auto. reflexivity.
  - rewrite !flat_map_none by auto. reflexivity.
  - rewrite flat_map_none, (flat_map_one _ _ (fun i => nth i l 0)) by auto. apply map_positions.
  - rewrite (flat_map_one _ _ (fun i => c + i)), flat_map_none, app_nil_r, map_plus, Nat.add_0_r by auto. reflexivity.
Qed.

(** Two directed paths; in each no relation is repeated, in both together no concept is repeated. *)
Theorem two_paths_form n E :
  subcubic n E ->
  directed_path (left_path n E) /\ directed_path (right_path n E) /\
  NoDup (relations (left_path n E)) /\ NoDup (relations (right_path n E)) /\
  NoDup (concepts (left_path n E) ++ concepts (right_path n E)).
Proof.
  intros J. unfold left_path, right_path.
  destruct (path_form 0 (labels1 n E)) as (P1 & -> & ->).
  destruct (path_form (S (length (labels1 n E))) (labels2 n E)) as (P2 & -> & ->).
  pose proof (forests_split n E J) as ((ND1 & V1) & (ND2 & V2) & _).
  repeat split; auto; [| |].
  - apply (NoDup_layout _ (total n E)); auto. apply V1.
  - apply (NoDup_layout _ (total n E)); auto. apply V2.
  - rewrite <- seq_app. apply seq_NoDup.
Qed.

Lemma path_length c l : length (path c l) = 2 * length l + 2.
Proof. unfold path, nodes, arcs. simpl. rewrite app_length, !map_length, !seq_length. lia. Qed.

(** The construction is of linear size. *)
Theorem two_paths_size n E :
  subcubic n E ->
  length (left_path n E) <= 4 * n + 8 * length E + 2 /\ length (right_path n E) <= 4 * n + 8 * length E + 2.
Proof.
  intros J. unfold left_path, right_path. rewrite !path_length.
  assert (Bound : forall s cs, NoDup (concat cs) -> (forall x, In x (concat cs) -> x < total n E) ->
    (forall c, In c cs -> c <> []) -> 2 * length (layout s cs) + 2 <= 4 * n + 8 * length E + 2).
  { intros s cs ND Low Full. pose proof (layout_length s cs Full).
    assert (length (concat cs) <= length (seq 0 (total n E))).
    { apply NoDup_incl_length; auto. intros x Hx. apply in_seq. specialize (Low x Hx). lia. }
    rewrite seq_length in *. unfold total in *. lia. }
  pose proof (forests_split n E J) as ((ND1 & V1) & (ND2 & V2) & _).
  split; apply Bound.
  - apply ND1.
  - apply V1.
  - intros c Hc ->. apply in_flat_map in Hc. destruct Hc as (u & _ & Hc). unfold star in Hc.
    destruct (around n E u) as [|a [|b r]]; simpl in Hc; [intuition discriminate | intuition discriminate |].
    destruct Hc as [Hc|Hc]; [discriminate|]. apply in_map_iff in Hc. destruct Hc as (z & Hz & _). discriminate.
  - apply ND2.
  - apply V2.
  - intros c Hc ->. apply in_app_iff in Hc. destruct Hc as [Hc|Hc].
    + apply in_map_iff in Hc. destruct Hc as (i & Hi & _). apply app_eq_nil in Hi. destruct Hi. discriminate.
    + apply in_flat_map in Hc. destruct Hc as (u & _ & Hc). unfold single in Hc.
      destruct (third n E u); simpl in Hc; intuition discriminate.
Qed.
