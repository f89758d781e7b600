(** * HAMILTONIAN CYCLE reduces to SMATCH with one concept and one label

    The left graph is a directed ring, the right one is the graph: a variable for each vertex and an arc for each arc,
    with one concept and one label, and vertex 0 for its root ([ring], [part_graph]; [one_word]).  An undirected graph
    has both arcs for an edge.  Of a graph that is not connected only the part of vertex 0 is built.  The ring has as many
    variables as the graph has vertices, and no fewer than the shortest cycle: 1 in directed graphs, 3 in undirected ones.

    The graph has a Hamiltonian cycle if and only if all 2 p + 1 triples of a ring of p variables can be matched
    ([hamilton_iff_smatch]).  Left to right: a cycle, turned so that it begins at vertex 0, leads from there to every
    vertex, so that all of them are in the part that is built.  Right to left ([hamilton_back]): the variables of the ring
    are on different vertices and neighbours are on neighbours; a ring that is longer than the graph has no room.

    The Python counterpart is reductions/to_smatch/hamiltonian_cycle.py. *)

From Coq Require Import Arith Lia Bool List.
From SmatchProof Require Import Smatch SubgraphIsomorphism MaxQap.
Import ListNotations.

(** ** Definitions *)

(** The place after place i of p. *)
Definition next p i := S i mod p.

(** The vertices f 0, f 1, ... f (n-1), and back to f 0, along arcs. *)
Definition hamiltonian_cycle n (D : list (nat * nat)) (f : nat -> nat) :=
  (forall i, i < n -> f i < n) /\
  (forall i j, i < n -> j < n -> f i = f j -> i = j) /\
  (forall i, i < n -> In (f i, f (next n i)) D).

Definition hamiltonian shortest n D := shortest <= n /\ exists f, hamiltonian_cycle n D f.

Definition ring p : list triple :=
  Attr 0 0 0 :: map (fun i => Inst i 0) (seq 0 p) ++ map (fun i => Rel 0 i (next p i)) (seq 0 p).

Definition mem (l : list nat) v : bool := existsb (Nat.eqb v) l.

(** The vertices, below n, of a list and their neighbours; and what is found in n such steps from vertex 0. *)
Definition grow n (D : list (nat * nat)) (l : list nat) : list nat :=
  filter (fun v => mem l v || existsb (fun a => ((fst a =? v) && mem l (snd a)) || ((snd a =? v) && mem l (fst a))) D)
    (seq 0 n).

Definition part n (D : list (nat * nat)) : list nat := Nat.iter n (grow n D) [0].

Definition part_graph n (D : list (nat * nat)) : list triple :=
  Attr 0 0 0 :: map (fun v => Inst v 0) (part n D) ++
  map (fun a => Rel 0 (fst a) (snd a)) (filter (fun a => mem (part n D) (fst a)) D).

(** ** The triples *)

Lemma mem_iff l v : mem l v = true <-> In v l.
Proof.
  unfold mem. rewrite existsb_exists. split.
  - intros (w & H & E). apply Nat.eqb_eq in E. subst. exact H.
  - intros H. exists v. split; [exact H | apply Nat.eqb_refl].
Qed.

Lemma in_grow n D l v : In v (grow n D l) <->
  v < n /\ (In v l \/ exists w, In w l /\ (In (v, w) D \/ In (w, v) D)).
Proof.
  unfold grow. rewrite filter_In, in_seq, orb_true_iff, mem_iff, existsb_exists. split.
  - intros ([_ H] & K). split; [lia|]. destruct K as [K|([a b] & K & L)]; [auto|]. right. cbn [fst snd] in L.
    apply orb_true_iff in L. destruct L as [L|L]; apply andb_true_iff in L; destruct L as [E M];
      apply Nat.eqb_eq in E; apply mem_iff in M; subst; eauto.
  - intros [H K]. split; [lia|]. destruct K as [K|(w & K & L)]; [auto|]. right.
    destruct L as [L|L]; [exists (v, w) | exists (w, v)]; (split; [exact L|]); cbn [fst snd]; apply orb_true_iff;
      [left | right]; apply andb_true_iff; rewrite Nat.eqb_refl, mem_iff; auto.
Qed.

Lemma in_ring p t : In t (ring p) <->
  t = Attr 0 0 0 \/ exists i, i < p /\ (t = Inst i 0 \/ t = Rel 0 i (next p i)).
Proof.
  unfold ring. cbn [In]. rewrite in_app_iff, !in_map_iff. split.
  - intros [<-|[(i & <- & H)|(i & <- & H)]]; auto; right; exists i; apply in_seq in H; (split; [lia | auto]).
  - intros [->|(i & H & [->| ->])]; auto; right; [left|right]; exists i; (split; [reflexivity | apply in_seq; lia]).
Qed.

Lemma ring_length p : length (ring p) = 2 * p + 1.
Proof. unfold ring. cbn [length]. rewrite app_length, !map_length, seq_length. lia. Qed.

Lemma in_part_graph n D t : In t (part_graph n D) <->
  t = Attr 0 0 0 \/ (exists v, In v (part n D) /\ t = Inst v 0) \/
  exists u v, In (u, v) D /\ In u (part n D) /\ t = Rel 0 u v.
Proof.
  unfold part_graph. cbn [In]. rewrite in_app_iff, !in_map_iff. split.
  - intros [<-|[(v & <- & H)|([u v] & <- & H)]]; [auto | eauto |].
    right. right. apply filter_In in H. destruct H as [H K]. apply mem_iff in K. exists u, v. auto.
  - intros [->|[(v & H & ->)|(u & v & H & K & ->)]]; [auto | eauto |]. right. right. exists (u, v).
    split; [reflexivity|]. apply filter_In. rewrite mem_iff. auto.
Qed.

Lemma part_below n D v : In v (part n D) -> v < Nat.max 1 n.
Proof.
  unfold part. destruct n as [|n]; [intros [<-|[]]; lia|]. cbn [Nat.iter nat_rect].
  intros H. apply in_grow in H. lia.
Qed.

Theorem part_graph_length n D : length (part_graph n D) <= 1 + Nat.max 1 n + length D.
Proof.
  unfold part_graph. cbn [length]. rewrite app_length, !map_length.
  assert (K := filter_le (fun a => mem (part n D) (fst a)) D).
  enough (length (part n D) <= Nat.max 1 n) by lia. unfold part. destruct n as [|n]; [reflexivity|].
  cbn [Nat.iter nat_rect]. unfold grow at 1. rewrite filter_le, seq_length. lia.
Qed.

(** One concept and one label, besides the mark of the root. *)
Theorem one_word n D p t : In t (ring p ++ part_graph n D) ->
  t = Attr 0 0 0 \/ (exists v, t = Inst v 0) \/ exists u v, t = Rel 0 u v.
Proof.
  rewrite in_app_iff, in_ring, in_part_graph.
  intros [[H|(i & _ & [H|H])]|[H|[(v & _ & H)|(u & v & _ & _ & H)]]]; eauto.
Qed.

(** ** From a cycle to an alignment *)

Lemma next_below p i : 0 < p -> next p i < p.
Proof. intros H. apply Nat.mod_upper_bound. lia. Qed.

Lemma onto_all n f :
  (forall i, i < n -> f i < n) -> (forall i j, i < n -> j < n -> f i = f j -> i = j) ->
  forall v, v < n -> exists i, i < n /\ f i = v.
Proof.
  intros Range Inj v Hv.
  assert (P : perm n (graph_of f n)).
  { split; [apply graph_of_pinj, Inj|]. unfold graph_of. rewrite map_length, seq_length. split; [|reflexivity].
    intros i j H. apply in_map_iff in H. destruct H as (x & E & H). injection E as <- <-. apply in_seq in H.
    split; [lia | apply Range; lia]. }
  assert (I : incl (seq 0 n) (map snd (graph_of f n))).
  { destruct P as ((_ & ND) & W & L). apply NoDup_length_incl; [exact ND | rewrite seq_length, map_length; lia|].
    intros x Hx. apply in_map_iff in Hx. destruct Hx as ([a b] & <- & Hx). apply in_seq. apply W in Hx. simpl. lia. }
  assert (K : In v (map snd (graph_of f n))) by (apply I, in_seq; lia).
  unfold graph_of in K. rewrite map_map in K. apply in_map_iff in K. destruct K as (i & E & K).
  exists i. apply in_seq in K. split; [lia | exact E].
Qed.

(** The cycle may begin at vertex 0. *)
Lemma cycle_from_0 n D f : 0 < n -> hamiltonian_cycle n D f -> exists g, hamiltonian_cycle n D g /\ g 0 = 0.
Proof.
  intros Pos (Range & Inj & Arcs). destruct (onto_all n f Range Inj 0 Pos) as (k & Hk & Ek).
  assert (Below : forall i, (i + k) mod n < n) by (intros i; apply Nat.mod_upper_bound; lia).
  exists (fun i => f ((i + k) mod n)). split; [split; [|split]|].
  - intros i Hi. apply Range, Below.
  - intros i j Hi Hj E. apply Inj in E; [|apply Below|apply Below].
    assert (Di := Nat.div_mod (i + k) n ltac:(lia)). assert (Dj := Nat.div_mod (j + k) n ltac:(lia)).
    rewrite E in Di. set (q := (i + k) / n) in *. set (r := (j + k) / n) in *. assert (q = r) by nia. lia.
  - intros i Hi. replace ((next n i + k) mod n) with (next n ((i + k) mod n)); [apply Arcs, Below|].
    unfold next. rewrite Nat.add_mod_idemp_l by lia. replace (S i + k) with ((i + k) + 1) by lia.
    replace (S ((i + k) mod n)) with ((i + k) mod n + 1) by lia. apply Nat.add_mod_idemp_l. lia.
  - cbn [plus]. rewrite Nat.mod_small by exact Hk. exact Ek.
Qed.

(** It leads to every vertex, so that all of them are found from vertex 0. *)
Lemma cycle_in_part n D f : hamiltonian_cycle n D f -> f 0 = 0 -> forall i, i < n -> In (f i) (part n D).
Proof.
  intros (Range & Inj & Arcs) Zero.
  assert (Steps : forall k i, i <= k -> i < n -> In (f i) (Nat.iter k (grow n D) [0])).
  { induction k as [|k IH]; intros i Hk Hi.
    - replace i with 0 by lia. cbn. auto.
    - cbn [Nat.iter nat_rect]. apply in_grow. split; [apply Range, Hi|].
      destruct (Nat.eq_dec i (S k)) as [->|Ne]; [|left; apply IH; lia].
      right. exists (f k). split; [apply IH; lia|]. right. specialize (Arcs k). unfold next in Arcs.
      rewrite Nat.mod_small in Arcs by exact Hi. apply Arcs. lia. }
  intros i Hi. apply Steps; lia.
Qed.

Theorem hamilton_forth shortest n D :
  1 <= shortest -> hamiltonian shortest n D ->
  SMATCH (ring (Nat.max n shortest)) (part_graph n D) (2 * Nat.max n shortest + 1).
Proof.
  intros One (Short & f & C). replace (Nat.max n shortest) with n by lia.
  destruct (cycle_from_0 n D f) as (g & G & Zero); [lia | exact C |].
  assert (In_part := cycle_in_part n D g G Zero). destruct G as (Range & Inj & Arcs).
  assert (P := graph_of_pinj g n Inj). exists (graph_of g n). split; [exact P|].
  assert (App : forall i, i < n -> app (graph_of g n) i = Some (g i)).
  { intros i Hi. apply In_app; [apply P | apply in_graph_of, Hi]. }
  rewrite <- ring_length, score_full. intros t Ht. unfold matched.
  apply in_ring in Ht. destruct Ht as [->|(i & Hi & [->| ->])]; cbn [image].
  - rewrite App, Zero by lia. apply tin_iff, in_part_graph. auto.
  - rewrite App by exact Hi. apply tin_iff, in_part_graph. right. left. exists (g i). auto.
  - rewrite !App by (auto; apply next_below; lia). apply tin_iff, in_part_graph. right. right.
    exists (g i), (g (next n i)). auto.
Qed.

(** ** From an alignment to a cycle *)

Definition place_of (phi : align) (i : nat) : nat := match app phi i with Some y => y | None => 0 end.

Theorem hamilton_back shortest n D phi :
  1 <= shortest -> wf n D -> pinj phi ->
  2 * Nat.max n shortest + 1 <= score (ring (Nat.max n shortest)) (part_graph n D) phi ->
  shortest <= n /\ hamiltonian_cycle n D (place_of phi).
Proof.
  intros One W P H. assert (Long : 1 <= Nat.max n shortest /\ shortest <= Nat.max n shortest) by lia.
  assert (Max : Nat.max n shortest <= n -> Nat.max n shortest = n) by lia.
  set (p := Nat.max n shortest) in *. clearbody p. rewrite <- ring_length, score_full in H. set (f := place_of phi).
  assert (Hf : forall i, i < p -> app phi i = Some (f i) /\ In (f i) (part n D)).
  { intros i Hi. assert (M : In (Inst i 0) (ring p)) by (apply in_ring; right; exists i; auto).
    apply H in M. unfold matched, image in M. unfold f, place_of. destruct (app phi i) as [y|]; [|discriminate].
    split; [reflexivity|]. apply tin_iff, in_part_graph in M.
    destruct M as [M|[(v & Hv & M)|(u & v & _ & _ & M)]]; try discriminate. injection M as ->. exact Hv. }
  assert (Inj : forall i j, i < p -> j < p -> f i = f j -> i = j).
  { intros i j Hi Hj E. destruct (Hf i Hi) as [Ei _], (Hf j Hj) as [Ej _]. rewrite E in Ei. eapply pinj_inj; eauto. }
  assert (Arcs : forall i, i < p -> In (f i, f (next p i)) D).
  { intros i Hi. assert (M : In (Rel 0 i (next p i)) (ring p)) by (apply in_ring; right; exists i; auto).
    apply H in M. unfold matched, image in M. rewrite (proj1 (Hf i Hi)) in M.
    rewrite (proj1 (Hf (next p i) (next_below p i ltac:(lia)))) in M. apply tin_iff, in_part_graph in M.
    destruct M as [M|[(v & _ & M)|(u & v & M & _ & E)]]; try discriminate. injection E as -> ->. exact M. }
  assert (Room : p <= n).
  { assert (N : 0 < n) by (destruct (W _ _ (Arcs 0 ltac:(lia))); lia).
    assert (I : incl (map f (seq 0 p)) (seq 0 (Nat.max 1 n))).
    { intros y Hy. apply in_map_iff in Hy. destruct Hy as (i & <- & Hi). apply in_seq in Hi. apply in_seq.
      destruct (Hf i) as [_ K]; [lia|]. apply part_below in K. lia. }
    apply NoDup_incl_length in I; [rewrite map_length, !seq_length in I; lia|].
    assert (Q := graph_of_pinj f p Inj). destruct Q as [_ Q]. unfold graph_of in Q. rewrite map_map in Q. exact Q. }
  assert (p = n) by auto. subst p. split; [lia|]. split; [|split; [exact Inj | exact Arcs]].
  intros i Hi. apply (W _ _ (Arcs i Hi)).
Qed.

Theorem hamilton_iff_smatch shortest n D :
  1 <= shortest -> wf n D ->
  hamiltonian shortest n D <->
  SMATCH (ring (Nat.max n shortest)) (part_graph n D) (2 * Nat.max n shortest + 1).
Proof.
  intros One W. split; [apply hamilton_forth, One|].
  intros (phi & P & H). destruct (hamilton_back shortest n D phi One W P H) as [S C]. split; eauto.
Qed.
