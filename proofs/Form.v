(** * What the reductions build are AMRs

    An AMR is a list of triples with a root: every variable has one concept, the ends of every relation are variables,
    the root alone has an attribute, its mark TOP, and every variable can be reached from the root along relations, so
    the graph is connected ([rooted]).  All encodings of SubgraphIsomorphism.v, MaxQap.v, MaxSat.v and TwoPaths.v are
    such graphs: [enc_rooted], [lean_rooted], [left_rooted] and [right_rooted], [path_rooted]; hence those of
    CommonSubgraph.v and Chain.v, which are built by [enc].

    That such a graph can be written in PENMAN notation is not proved, but tested: tests/lab/reductions/test_amrs_read_back.py. *)

From Coq Require Import Arith Lia Bool List.
From SmatchProof Require Import Smatch SubgraphIsomorphism MaxQap MaxSat TwoPaths Chain.
Import ListNotations.

(** The variables that have a concept, once for each concept. *)
Definition instances (T : list triple) : list nat := flat_map (fun t => match t with Inst v _ => [v] | _ => [] end) T.

Inductive reachable (T : list triple) (root : nat) : nat -> Prop :=
  | at_root : reachable T root root
  | along r u v : reachable T root u -> In (Rel r u v) T -> reachable T root v.

(** [top] says whether the root is marked. *)
Record rooted (top : bool) (T : list triple) (root : nat) : Prop := {
  one_concept : NoDup (instances T);
  root_is_variable : In root (instances T);
  ends_are_variables : forall r u v, In (Rel r u v) T -> In u (instances T) /\ In v (instances T);
  all_reachable : forall v, In v (instances T) -> reachable T root v;
  only_top : forall a v c, In (Attr a v c) T -> (a, v, c) = (0, root, 0) /\ top = true;
  root_is_marked : top = true -> In (Attr 0 root 0) T }.

Lemma in_instances T v : In v (instances T) <-> exists c, In (Inst v c) T.
Proof.
  unfold instances. rewrite in_flat_map. split.
  - intros ([w c|a w c|r u w] & H & K); simpl in K; [destruct K as [<-|[]]; eauto | destruct K | destruct K].
  - intros (c & H). exists (Inst v c). simpl. auto.
Qed.

Lemma instances_app T U : instances (T ++ U) = instances T ++ instances U.
Proof. apply flat_map_app. Qed.

Lemma instances_none {T} (f : T -> triple) l : (forall x, instances [f x] = []) -> instances (map f l) = [].
Proof. intros H. induction l as [|x l IH]; [reflexivity|]. change (instances ([f x] ++ map f l) = []). rewrite instances_app, H. exact IH. Qed.

(** ** Graphs and matrices *)

Lemma enc_arcs n E r u v : In (Rel r u v) (enc n E) ->
  (r = 0 /\ u = 0 /\ exists i, i < n /\ v = S i) \/ exists a b, r = 1 /\ u = S a /\ v = S b /\ In (a, b) E.
Proof.
  unfold enc. rewrite in_app_iff, in_base, in_map_iff.
  intros [[H|[H|(i & Hi & [H|H])]]|([a b] & H & K)]; try discriminate.
  - injection H as -> -> ->. left. eauto.
  - injection H as <- <- <-. right. exists a, b. auto.
Qed.

Theorem enc_rooted n E : wf n E -> rooted true (enc n E) 0.
Proof.
  intros W. assert (V : instances (enc n E) = seq 0 (S n)) by apply left_variables_enc.
  split; rewrite ?V.
  - apply seq_NoDup.
  - apply in_seq. lia.
  - intros r u v H. apply enc_arcs in H. rewrite !in_seq.
    destruct H as [(_ & -> & i & Hi & ->)|(a & b & _ & -> & -> & H)]; [lia|]. apply W in H. lia.
  - intros v Hv. apply in_seq in Hv. destruct v as [|i]; [constructor|].
    apply (along _ _ 0 0); [constructor|]. apply base_enc, in_base. right. right. exists i. split; [lia | auto].
  - intros a v c H. unfold enc in H. rewrite in_app_iff, in_base, in_map_iff in H.
    destruct H as [[H|[H|(i & _ & [H|H])]]|(e & H & _)]; try discriminate. injection H as -> -> ->. auto.
  - intros _. apply base_enc, in_base. auto.
Qed.

Theorem lean_rooted top side n E : wf n E -> rooted top (lean top side n E) 0.
Proof.
  intros W. assert (V : instances (lean top side n E) = seq 0 (S n)).
  { unfold lean. rewrite !instances_app, (instances_none arc) by reflexivity. rewrite app_nil_r.
    assert (Nodes : forall l, instances (flat_map (fun i => [Inst (S i) (2 + side); Rel (2 + side) 0 (S i)]) l) = map S l).
    { induction l as [|i l IH]; [reflexivity|]. cbn [flat_map List.app]. change (S i :: instances (flat_map
        (fun i => [Inst (S i) (2 + side); Rel (2 + side) 0 (S i)]) l) = map S (i :: l)). rewrite IH. reflexivity. }
    unfold lean_base. change (instances (top_triple top) ++ 0 :: instances (flat_map
      (fun i => [Inst (S i) (2 + side); Rel (2 + side) 0 (S i)]) (seq 0 n)) = seq 0 (S n)).
    rewrite Nodes, seq_shift. destruct top; reflexivity. }
  assert (Inv : forall t, In t (lean top side n E) -> (top = true /\ t = Attr 0 0 0) \/ (exists v c, t = Inst v c) \/
    (exists i, i < n /\ t = Rel (2 + side) 0 (S i)) \/ exists a b, In (a, b) E /\ t = Rel 1 (S a) (S b)).
  { intros t H. unfold lean in H. rewrite !in_app_iff in H. destruct H as [H|[H|H]].
    - destruct top; simpl in H; [destruct H as [<-|[]]; auto | destruct H].
    - destruct H as [<-|H]; [eauto|]. apply in_flat_map in H. destruct H as (i & Hi & [<-|[<-|[]]]); [eauto|].
      apply in_seq in Hi. right. right. left. exists i. split; [lia | reflexivity].
    - apply in_map_iff in H. destruct H as ([a b] & <- & H). right. right. right. exists a, b. auto. }
  split; rewrite ?V.
  - apply seq_NoDup.
  - apply in_seq. lia.
  - intros r u v H. apply Inv in H. rewrite !in_seq.
    destruct H as [(_ & H)|[(x & c & H)|[(i & Hi & H)|(a & b & K & H)]]]; try discriminate; injection H as -> -> ->; [lia|].
    apply W in K. lia.
  - intros v Hv. apply in_seq in Hv. destruct v as [|i]; [constructor|]. apply (along _ _ (2 + side) 0); [constructor|].
    unfold lean. rewrite !in_app_iff. right. left. right. apply in_flat_map. exists i.
    split; [apply in_seq; lia | simpl; auto].
  - intros a v c H. apply Inv in H.
    destruct H as [(Top & H)|[(x & d & H)|[(i & _ & H)|(x & y & _ & H)]]]; try discriminate.
    injection H as -> -> ->. auto.
  - intros ->. unfold lean. simpl. auto.
Qed.

(** ** Formulas *)

(** Nodes other than the root, each with an arc from the root, and arcs between nodes. *)
Lemma star_rooted nodes arcs :
  NoDup (map fst nodes) -> ~ In 0 (map fst nodes) -> (forall t, In t arcs -> exists r u v, t = Rel r u v) ->
  (forall r u v, In (Rel r u v) arcs -> In u (map fst nodes) /\ In v (map fst nodes)) ->
  rooted true (roots ++ map own nodes ++ map MaxSat.star nodes ++ arcs) 0.
Proof.
  intros ND Zero Arcs Ends.
  assert (V : instances (roots ++ map own nodes ++ map MaxSat.star nodes ++ arcs) = 0 :: map fst nodes).
  { rewrite !instances_app, (instances_none MaxSat.star) by reflexivity.
    assert (Own : forall l, instances (map own l) = map fst l).
    { induction l as [|x l IH]; [reflexivity|]. change (fst x :: instances (map own l) = fst x :: map fst l). rewrite IH. reflexivity. }
    assert (None : instances arcs = []).
    { clear Ends. induction arcs as [|t l IH]; [reflexivity|]. destruct (Arcs t (or_introl eq_refl)) as (r & u & v & ->).
      change (instances l = []). apply IH. intros; apply Arcs; simpl; auto. }
    rewrite Own, None, !app_nil_r. reflexivity. }
  assert (Inv : forall t, In t (roots ++ map own nodes ++ map MaxSat.star nodes ++ arcs) ->
    t = Attr 0 0 0 \/ (exists v c, t = Inst v c) \/ (exists n, In n nodes /\ t = MaxSat.star n) \/ In t arcs).
  { intros t H. rewrite !in_app_iff, !in_map_iff in H. destruct H as [H|[(n & <- & H)|[(n & <- & H)|H]]].
    - destruct H as [<-|[<-|[]]]; eauto.
    - right. left. exists (fst n), (snd n). reflexivity.
    - right. right. left. eauto.
    - auto. }
  split; rewrite ?V.
  - constructor; assumption.
  - simpl. auto.
  - intros r u v H. apply Inv in H. destruct H as [H|[(x & c & H)|[(n & K & H)|H]]]; try discriminate.
    + unfold MaxSat.star in H. injection H as -> -> ->. split; [simpl; auto | right; apply in_map, K].
    + apply Ends in H. simpl. tauto.
  - intros v [<-|Hv]; [constructor|]. apply in_map_iff in Hv. destruct Hv as (n & <- & Hn).
    apply (along _ _ (snd n) 0); [constructor|]. rewrite !in_app_iff. right. right. left. apply in_map_iff. exists n. auto.
  - intros a v c H. apply Inv in H. destruct H as [H|[(x & d & H)|[(n & _ & H)|H]]]; try discriminate.
    + injection H as -> -> ->. auto.
    + apply Arcs in H. destruct H as (r & u & w & H). discriminate.
  - intros _. simpl. auto.
Qed.

Lemma name_not_0 kind i p : name kind i p <> 0.
Proof. unfold name. discriminate. Qed.

Lemma in_nodes (n c : nat) nodes : In (n, c) nodes -> In n (map fst nodes).
Proof. intros H. apply (in_map fst _ _ H). Qed.

Theorem left_rooted N f : cnf N f -> rooted true (left N f) 0.
Proof.
  intros W. unfold left. apply star_rooted.
  - unfold left_nodes. rewrite map_app, !map_map. simpl. apply NoDup_disjoint.
    + apply NoDup_map_on; [apply seq_NoDup|]. intros v v' _ _. apply var_inj.
    + apply NoDup_map_on; [apply seq_NoDup|]. intros j j' _ _. apply cl_inj.
    + intros x H K. apply in_map_iff in H, K. destruct H as (v & <- & _), K as (j & K & _). apply name_inj in K. lia.
  - intros H. apply in_map_iff in H. destruct H as (n & E & H). apply in_left_nodes in H.
    destruct H as [(v & _ & ->)|(j & _ & ->)]; exact (name_not_0 _ _ _ E).
  - intros t H. apply in_map_iff in H. destruct H as ([[j p] [v b]] & <- & _). unfold left_arc. eauto.
  - intros r u v H. apply in_map_iff in H. destruct H as ([[j p] [w b]] & E & H). apply Rel_inj in E.
    destruct E as (_ & <- & <-). apply (literals_wf N) in H; [|exact W]. destruct H as [Hw Hj].
    split; [apply (in_nodes _ (cl j)) | apply (in_nodes _ (var w))]; apply in_left_nodes; [right | left]; eauto.
Qed.

Lemma right_nodes_not_0 N f : ~ In 0 (map fst (right_nodes N f)).
Proof.
  intros H. apply in_map_iff in H. destruct H as (n & E & H). apply right_nodes_named in H.
  destruct H as [(kind & i & p & K) _]. rewrite E in K. symmetry in K. exact (name_not_0 _ _ _ K).
Qed.

Theorem right_rooted N f : cnf N f -> rooted true (right N f) 0.
Proof.
  intros W. unfold right. apply star_rooted.
  - apply right_nodes_NoDup.
  - apply right_nodes_not_0.
  - intros t H. apply in_map_iff in H. destruct H as ([[j p] [v b]] & <- & _). unfold right_arc. eauto.
  - intros r u v H. apply in_map_iff in H. destruct H as ([[j p] [w b]] & E & H). apply Rel_inj in E.
    destruct E as (_ & <- & <-). assert (K := H). apply (literals_wf N) in K; [|exact W]. destruct K as [Hw _].
    split; [apply (in_nodes _ (cl j)) | apply (in_nodes _ (var w))]; apply in_right_nodes; [right | left]; eauto 6.
Qed.

(** ** Paths *)

Theorem path_rooted c l : rooted true (path c l) 0.
Proof.
  assert (V : instances (path c l) = seq 0 (S (length l))).
  { unfold path. change (instances (nodes c l ++ arcs l) = seq 0 (S (length l))). rewrite instances_app. unfold arcs.
    rewrite instances_none, app_nil_r by reflexivity. unfold nodes. generalize (seq 0 (S (length l))). intros k.
    induction k as [|i k IH]; [reflexivity|].
    change (i :: instances (map (fun i => Inst i (c + i)) k) = i :: k). rewrite IH. reflexivity. }
  split; rewrite ?V.
  - apply seq_NoDup.
  - apply in_seq. lia.
  - intros r u v H. apply in_path_rel in H. destruct H as [H ->].
    assert (u < length l) by (apply nth_error_Some; congruence). rewrite !in_seq. lia.
  - intros v Hv. apply in_seq in Hv. assert (Le : v <= length l) by lia. clear Hv.
    induction v as [|v IH]; [constructor|].
    destruct (nth_error l v) as [x|] eqn:E; [|apply nth_error_None in E; lia].
    apply (along _ _ x v); [apply IH; lia|]. apply in_path_rel. auto.
  - intros a v k H. unfold path, nodes, arcs in H. simpl in H. rewrite in_app_iff, !in_map_iff in H.
    destruct H as [H|[H|[(i & H & _)|(i & H & _)]]]; try discriminate. injection H as <- <- <-. auto.
  - intros _. simpl. auto.
Qed.

Corollary two_paths_rooted n E : rooted true (left_path n E) 0 /\ rooted true (right_path n E) 0.
Proof. split; apply path_rooted. Qed.

Corollary chain_rooted f : rooted true (chain_left f) 0 /\ rooted true (chain_right f) 0.
Proof.
  split; apply enc_rooted; [apply complete_wf|]. intros a b H. apply in_app_iff in H. destruct H as [H|H].
  - apply (literal_edges_wf f a b H).
  - apply in_map_iff in H. destruct H as ([x y] & E & H). injection E as <- <-.
    destruct (literal_edges_wf f x y H). auto.
Qed.
