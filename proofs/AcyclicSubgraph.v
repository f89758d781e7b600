(** * SUBGRAPH ISOMORPHISM reduces to SMATCH of two graphs without cycles

    A vertex is a variable with an arc from the root, as in SubgraphIsomorphism.v.  An edge is a variable of its own, too,
    with the concept of edges, an arc from the root and one arc to each of its ends: [reified].  Both arcs have the label
    2 in undirected graphs; in directed ones that to the head has the label 3.

    H is a subgraph of G if and only if all 2 + 2 nH + 4 e triples of H can be matched ([acyclic_iff_smatch], and
    [acyclic_directed_iff_smatch] for directed graphs, which may have loops; [reified_length]).  Left to right: align
    vertices with their images and edges with theirs; different edges have different images, as no edge of H is listed
    twice.  Right to left ([acyclic_back]): concepts put vertices on vertices and edges on edges, and the two arcs of an
    edge put its ends on ends of its image, on both of them, since its ends are different or their labels are.

    No cycle is in the graphs that are built: all arcs lead from smaller to larger [rank]s ([reified_acyclic]).

    The Python counterpart is reductions/to_smatch/subgraphs.py. *)

From Coq Require Import Arith Lia Bool List.
From SmatchProof Require Import Smatch SubgraphIsomorphism LabelledSubgraph MaxSat.
Import ListNotations.

(** ** Definitions *)

Definition undirected_label := 2.
Definition directed_label := 3.

(** The variable of edge x. *)
Definition edge_node n x := S (n + x).

Definition reified_edge head n (e : nat * (nat * nat)) : list triple :=
  let v := edge_node n (fst e) in
  [Inst v 2; Rel 1 0 v; Rel 2 v (S (fst (snd e))); Rel head v (S (snd (snd e)))].

Definition reified head n (E : list (nat * nat)) : list triple :=
  base n ++ flat_map (reified_edge head n) (numbered E).

(** An edge is sent to one that is listed, in either direction if both labels are one. *)
Definition fits head (e e' : nat * nat) := e = e' \/ (head = undirected_label /\ e = swap e').

Definition reified_embedding head nH EH nG EG (f : nat -> nat) :=
  (forall i, i < nH -> f i < nG) /\
  (forall i j, i < nH -> j < nH -> f i = f j -> i = j) /\
  (forall a b, In (a, b) EH -> exists e, In e EG /\ fits head (f a, f b) e).

(** No edge is listed twice; an undirected one is no loop and is listed in one direction. *)
Definition distinct_edges head (E : list (nat * nat)) :=
  NoDup E /\ (head = undirected_label -> forall a b, In (a, b) E -> a <> b /\ ~ In (b, a) E).

(** The root is below edges, and edges are below vertices. *)
Definition rank n v := match v with 0 => 0 | S i => if i <? n then 2 else 1 end.

(** ** The triples *)

Lemma in_reified head n E t : In t (reified head n E) <->
  In t (base n) \/ exists x a b, nth_error E x = Some (a, b) /\
    (t = Inst (edge_node n x) 2 \/ t = Rel 1 0 (edge_node n x) \/
     t = Rel 2 (edge_node n x) (S a) \/ t = Rel head (edge_node n x) (S b)).
Proof.
  unfold reified. rewrite in_app_iff, in_flat_map. split.
  - intros [H|([x [a b]] & H & K)]; [auto|]. right. exists x, a, b. apply in_numbered in H. split; [exact H|].
    cbn [reified_edge fst snd In] in K. intuition.
  - intros [H|(x & a & b & H & K)]; [auto|]. right. exists (x, (a, b)). split; [apply in_numbered, H|].
    cbn [reified_edge fst snd In]. intuition.
Qed.

Lemma reified_length head n E : length (reified head n E) = 2 + 2 * n + 4 * length E.
Proof.
  unfold reified. rewrite app_length, base_length.
  assert (K : forall l, length (flat_map (reified_edge head n) l) = 4 * length l).
  { induction l as [|e l IH]; [reflexivity|]. cbn [flat_map]. rewrite app_length, IH. cbn [reified_edge length]. lia. }
  rewrite K, numbered_length. lia.
Qed.

(** A vertex is where its concept is, an edge where its own is, and an arc of the label 2 or [head] leads from an edge to
    one of its ends. *)
Lemma reified_vertex head n E y : In (Inst y 1) (reified head n E) -> exists j, y = S j /\ j < n.
Proof.
  intros H. apply in_reified in H. destruct H as [H|(x & a & b & _ & [H|[H|[H|H]]])]; try discriminate.
  apply in_base in H. destruct H as [H|[H|(i & Hi & [H|H])]]; try discriminate. injection H as ->. eauto.
Qed.

Lemma reified_tail head n E y z : 2 <= head -> In (Rel 2 y z) (reified head n E) ->
  exists x a b, nth_error E x = Some (a, b) /\ y = edge_node n x /\ (z = S a \/ (head = 2 /\ z = S b)).
Proof.
  intros Two H. apply in_reified in H. destruct H as [H|(x & a & b & N & H)].
  - apply in_base in H. destruct H as [H|[H|(i & _ & [H|H])]]; discriminate.
  - exists x, a, b. split; [exact N|]. destruct H as [H|[H|[H|H]]]; inversion H; auto.
Qed.

Lemma reified_head head n E y z : 2 <= head -> In (Rel head y z) (reified head n E) ->
  exists x a b, nth_error E x = Some (a, b) /\ y = edge_node n x /\ (z = S b \/ (head = 2 /\ z = S a)).
Proof.
  intros Two H. apply in_reified in H. destruct H as [H|(x & a & b & N & H)].
  - apply in_base in H. destruct H as [H|[H|(i & _ & [H|H])]]; try discriminate. injection H as -> _ _. lia.
  - exists x, a, b. split; [exact N|]. destruct H as [H|[H|[H|H]]]; inversion H; subst; auto. lia.
Qed.

Theorem reified_acyclic head n E r u v : wf n E -> In (Rel r u v) (reified head n E) -> rank n u < rank n v.
Proof.
  intros W H. apply in_reified in H. destruct H as [H|(x & a & b & N & H)].
  - apply in_base in H. destruct H as [H|[H|(i & Hi & [H|H])]]; try discriminate. injection H as -> -> ->.
    cbn [rank]. destruct (Nat.ltb_spec i n); lia.
  - assert (B : a < n /\ b < n) by (apply W; eapply nth_error_In, N).
    destruct H as [H|[H|[H|H]]]; try discriminate; injection H as -> -> ->; cbn [rank edge_node];
      repeat match goal with |- context [?p <? ?q] => destruct (Nat.ltb_spec p q) end; lia.
Qed.

(** ** The reduction *)

(** The edge onto which an edge is sent. *)
Definition fitsb head (e e' : nat * nat) : bool :=
  (if pair_dec e e' then true else false) || ((head =? undirected_label) && if pair_dec e (swap e') then true else false).

Lemma fitsb_iff head e e' : fitsb head e e' = true <-> fits head e e'.
Proof.
  unfold fitsb, fits. rewrite orb_true_iff, andb_true_iff, Nat.eqb_eq.
  destruct (pair_dec e e'), (pair_dec e (swap e')); intuition discriminate.
Qed.

Definition edge_image head EG (e : nat * nat) : nat :=
  match find (fun y => fitsb head e (snd y)) (numbered EG) with Some y => fst y | None => 0 end.

Lemma edge_image_ok head EG e : (exists e', In e' EG /\ fits head e e') ->
  exists e', nth_error EG (edge_image head EG e) = Some e' /\ fits head e e'.
Proof.
  intros (e' & H & F). unfold edge_image. destruct (find _ _) as [[y d]|] eqn:Found.
  - apply find_some in Found. destruct Found as [K L]. apply in_numbered in K. apply fitsb_iff in L. eauto.
  - exfalso. apply In_nth_error in H. destruct H as [y H]. apply in_numbered in H.
    apply (find_none _ _ Found) in H. cbn [snd] in H. apply fitsb_iff in F. congruence.
Qed.

(** All variables but the root: vertices by the embedding, edges by the images of their ends. *)
Definition reified_map head nH EH nG EG (f : nat -> nat) (i : nat) : nat :=
  if i <? nH then f i else
  match nth_error EH (i - nH) with Some (a, b) => nG + edge_image head EG (f a, f b) | None => 0 end.

Theorem acyclic_forth head nH EH nG EG f :
  wf nH EH -> distinct_edges head EH -> reified_embedding head nH EH nG EG f ->
  let phi := lift (graph_of (reified_map head nH EH nG EG f) (nH + length EH)) in
  pinj phi /\ 2 + 2 * nH + 4 * length EH <= score (reified head nH EH) (reified head nG EG) phi.
Proof.
  intros W [ND Once] (Range & Inj & Edges). set (h := reified_map head nH EH nG EG f).
  assert (Vertex : forall i, i < nH -> h i = f i).
  { intros i Hi. unfold h, reified_map. destruct (Nat.ltb_spec i nH); [reflexivity | lia]. }
  assert (Edge : forall x a b, nth_error EH x = Some (a, b) -> exists e, h (nH + x) = nG + edge_image head EG (f a, f b) /\
      nth_error EG (edge_image head EG (f a, f b)) = Some e /\ fits head (f a, f b) e).
  { intros x a b E. destruct (edge_image_ok head EG (f a, f b)) as (e & N & F); [apply Edges; eapply nth_error_In, E|].
    exists e. split; [|auto]. unfold h, reified_map. destruct (Nat.ltb_spec (nH + x) nH); [lia|].
    replace (nH + x - nH) with x by lia. rewrite E. reflexivity. }
  assert (At : forall i, nH <= i -> i < nH + length EH -> exists a b, nth_error EH (i - nH) = Some (a, b)).
  { intros i Hi Hi'. destruct (nth_error EH (i - nH)) as [[a b]|] eqn:E; [eauto|].
    apply nth_error_None in E. lia. }
  assert (P : pinj (graph_of h (nH + length EH))).
  { apply graph_of_pinj. intros i j Hi Hj E.
    destruct (Nat.lt_ge_cases i nH) as [Li|Li], (Nat.lt_ge_cases j nH) as [Lj|Lj].
    - rewrite !Vertex in E by assumption. auto.
    - exfalso. destruct (At j Lj Hj) as (a & b & N). destruct (Edge _ a b N) as (e & K & _).
      replace (nH + (j - nH)) with j in K by lia. rewrite K, Vertex in E by assumption. specialize (Range i Li). lia.
    - exfalso. destruct (At i Li Hi) as (a & b & N). destruct (Edge _ a b N) as (e & K & _).
      replace (nH + (i - nH)) with i in K by lia. rewrite K, Vertex in E by assumption. specialize (Range j Lj). lia.
    - destruct (At i Li Hi) as (a & b & N), (At j Lj Hj) as (c & d & N').
      destruct (Edge _ a b N) as (e & K & M & F), (Edge _ c d N') as (e' & K' & M' & F').
      replace (nH + (i - nH)) with i in K by lia. replace (nH + (j - nH)) with j in K' by lia.
      assert (edge_image head EG (f a, f b) = edge_image head EG (f c, f d)) as Same by lia.
      rewrite Same in M. assert (e = e') by congruence. subst e'.
      assert (Hab := nth_error_In _ _ N). assert (Hcd := nth_error_In _ _ N').
      destruct (W a b Hab), (W c d Hcd).
      assert (Ends : (a = c /\ b = d) \/ (head = undirected_label /\ a = d /\ b = c)).
      { destruct e as [p q], F as [F|[Hu F]], F' as [F'|[Hu' F']]; unfold swap in F, F'; cbn [fst snd] in F, F';
          injection F as Fa Fb; injection F' as Fc Fd.
        - left. split; apply Inj; auto; congruence.
        - right. split; [exact Hu'|]. split; apply Inj; auto; congruence.
        - right. split; [exact Hu|]. split; apply Inj; auto; congruence.
        - left. split; apply Inj; auto; congruence. }
      enough (i - nH = j - nH) by lia.
      destruct Ends as [[-> ->]|(Hu & -> & ->)].
      + apply (proj1 (NoDup_nth_error EH) ND); [apply nth_error_Some; congruence | congruence].
      + exfalso. exact (proj2 (Once Hu d c Hab) Hcd). }
  cbv zeta. split; [apply lift_pinj, P|].
  rewrite <- (reified_length head), score_full. intros t Ht.
  assert (App : forall i, i < nH + length EH -> app (lift (graph_of h (nH + length EH))) (S i) = Some (S (h i))).
  { intros i Hi. apply lift_app; [exact P | apply in_graph_of, Hi]. }
  assert (Root : app (lift (graph_of h (nH + length EH))) 0 = Some 0) by reflexivity.
  apply in_reified in Ht. unfold matched. destruct Ht as [Ht|(x & a & b & N & Ht)].
  - apply in_base in Ht. destruct Ht as [->|[->|(i & Hi & [->| ->])]]; cbn [image].
    + rewrite Root. apply tin_iff, in_reified. left. apply in_base. auto.
    + rewrite Root. apply tin_iff, in_reified. left. apply in_base. auto.
    + rewrite App, Vertex by lia. apply tin_iff, in_reified. left. apply in_base. right. right. exists (f i). auto.
    + rewrite Root, App, Vertex by lia. apply tin_iff, in_reified. left. apply in_base. right. right. exists (f i). auto.
  - assert (Hx : x < length EH) by (apply nth_error_Some; congruence).
    destruct (Edge x a b N) as (e & K & M & F). destruct (W a b (nth_error_In _ _ N)) as [Ha Hb].
    assert (Node : app (lift (graph_of h (nH + length EH))) (edge_node nH x) = Some (edge_node nG (edge_image head EG (f a, f b)))).
    { unfold edge_node. rewrite App by lia. rewrite K. reflexivity. }
    destruct e as [p q]. destruct Ht as [->|[->|[->| ->]]]; cbn [image]; rewrite Node, ?Root, ?App, ?Vertex by lia;
      cbn [option_map]; apply tin_iff, in_reified; right.
    + exists (edge_image head EG (f a, f b)), p, q. auto.
    + exists (edge_image head EG (f a, f b)), p, q. auto.
    + exists (edge_image head EG (f a, f b)), p, q. split; [exact M|].
      destruct F as [F|[Hu F]]; unfold swap in F; cbn [fst snd] in F; injection F as -> ->; auto.
      rewrite Hu. auto.
    + exists (edge_image head EG (f a, f b)), p, q. split; [exact M|].
      destruct F as [F|[Hu F]]; unfold swap in F; cbn [fst snd] in F; injection F as -> ->; auto.
      rewrite Hu. auto.
Qed.

(** The way back: every vertex goes where its variable is aligned. *)
Theorem acyclic_back head nH EH nG EG phi :
  2 <= head -> wf nH EH -> distinct_edges head EH -> pinj phi ->
  2 + 2 * nH + 4 * length EH <= score (reified head nH EH) (reified head nG EG) phi ->
  reified_embedding head nH EH nG EG (embedding_of phi).
Proof.
  intros Two W [_ Once] P H. rewrite <- (reified_length head), score_full in H.
  set (f := embedding_of phi).
  assert (Hf : forall i, i < nH -> app phi (S i) = Some (S (f i)) /\ f i < nG).
  { intros i Hi. assert (M : In (Inst (S i) 1) (reified head nH EH)).
    { apply in_reified. left. apply in_base. right; right. exists i. auto. }
    apply H in M. unfold matched, image in M. unfold f, embedding_of.
    destruct (app phi (S i)) as [y|]; simpl in M; [|discriminate].
    apply tin_iff, reified_vertex in M. destruct M as (j & -> & Hj). auto. }
  assert (Inj : forall i j, i < nH -> j < nH -> f i = f j -> i = j).
  { intros i j Hi Hj E. destruct (Hf i Hi) as [Ei _], (Hf j Hj) as [Ej _]. rewrite E in Ei.
    assert (S i = S j) by (eapply pinj_inj; eauto). lia. }
  split; [|split].
  - intros i Hi. apply Hf, Hi.
  - exact Inj.
  - intros a b Hab. destruct (W a b Hab) as [Ha Hb]. destruct (Hf a Ha) as [Ea _], (Hf b Hb) as [Eb _].
    assert (Hx := Hab). apply In_nth_error in Hx. destruct Hx as [x N].
    assert (T : In (Rel 2 (edge_node nH x) (S a)) (reified head nH EH)) by (apply in_reified; right; exists x, a, b; auto).
    assert (U : In (Rel head (edge_node nH x) (S b)) (reified head nH EH)) by (apply in_reified; right; exists x, a, b; auto).
    apply H in T. apply H in U. unfold matched, image in T, U. rewrite Ea in T. rewrite Eb in U.
    destruct (app phi (edge_node nH x)) as [y|]; [|discriminate].
    apply tin_iff, reified_tail in T; [|exact Two]. apply tin_iff, reified_head in U; [|exact Two].
    destruct T as (z & c & d & N1 & E1 & T), U as (z' & c' & d' & N2 & E2 & U).
    assert (z = z') by (unfold edge_node in *; lia). subst z'. rewrite N1 in N2. injection N2 as <- <-.
    exists (c, d). split; [eapply nth_error_In, N1|]. unfold fits, swap. cbn [fst snd].
    destruct T as [T|[Hu T]], U as [U|[Hu' U]].
    + left. congruence.
    + exfalso. apply (proj1 (Once Hu' a b Hab)), Inj; auto. congruence.
    + exfalso. apply (proj1 (Once Hu a b Hab)), Inj; auto. congruence.
    + right. split; [exact Hu|]. congruence.
Qed.

Theorem reified_iff_smatch head nH EH nG EG :
  2 <= head -> wf nH EH -> distinct_edges head EH ->
  (exists f, reified_embedding head nH EH nG EG f) <->
  SMATCH (reified head nH EH) (reified head nG EG) (2 + 2 * nH + 4 * length EH).
Proof.
  intros Two W D. split.
  - intros (f & F). destruct (acyclic_forth head nH EH nG EG f W D F) as [P K]. eexists. split; [exact P | exact K].
  - intros (phi & P & K). exists (embedding_of phi). apply acyclic_back; assumption.
Qed.

Theorem acyclic_iff_smatch nH EH nG EG :
  wf nH EH -> distinct_edges undirected_label EH ->
  embeds nH EH nG EG <->
  SMATCH (reified undirected_label nH EH) (reified undirected_label nG EG) (2 + 2 * nH + 4 * length EH).
Proof.
  intros W D. rewrite <- reified_iff_smatch by (auto; unfold undirected_label; lia).
  split; intros (f & R & I & E); exists f; (split; [exact R | split; [exact I|]]); intros a b Hab.
  - destruct (E a b Hab) as [K|K]; [exists (f a, f b) | exists (f b, f a)]; unfold fits, swap; auto.
  - destruct (E a b Hab) as ([c d] & K & [F|[_ F]]); unfold swap in F; cbn [fst snd] in F; injection F as -> ->;
      [left | right]; exact K.
Qed.

Theorem acyclic_directed_iff_smatch nH EH nG EG :
  wf nH EH -> NoDup EH ->
  directed_embeds nH EH nG EG <->
  SMATCH (reified directed_label nH EH) (reified directed_label nG EG) (2 + 2 * nH + 4 * length EH).
Proof.
  intros W D. assert (D' : distinct_edges directed_label EH) by (split; [exact D | intros K; discriminate]).
  rewrite <- reified_iff_smatch by (auto; unfold directed_label; lia).
  split; intros (f & R & I & E); exists f; (split; [exact R | split; [exact I|]]); intros a b Hab.
  - exists (f a, f b). split; [exact (E a b Hab) | left; reflexivity].
  - destruct (E a b Hab) as (e & K & [<-|[F _]]); [exact K | discriminate].
Qed.
