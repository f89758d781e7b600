(** * Graph edit distance

    What reductions/to_smatch/edit_distance.py builds.  A graph is a list of parts (nodes, loops and edges), each with a
    label; labels are numbers, and those of the three kinds have nothing to do with each other.  A
    one-to-one partial map of nodes spells out an edit path: a part that it sends to a part of the other graph is
    substituted, unless deletion and insertion are cheaper; all others are deleted, or inserted: [edit_cost].

    For a label a on the left and a label b on the right there is a layer of its own.  A part with the label a weighs
    there what a substitution of a by b saves, a part with the label b weighs 1: [left_things], [right_things], which are
    made to graphs by [weighted_lean] of WeightedQap.v.  Where no substitution of a node is dearer than deletion and
    insertion, a node that is sent to a node is substituted, so that these are all edit paths, and

    - a map has the score of the empty map's cost less its own, and 1 more with TOP ([edit_value]);
    - every alignment whatever can be turned into a map worth at least as much ([edit_back]);
    - so the best score is the cost of the empty map less the distance, and 1 more with TOP ([edit_opt]);
    - the same holds of undirected graphs, if the right one has every edge in both directions ([undirected_opt]). *)

From Coq Require Import Arith Lia Bool List ZArith.
From SmatchProof Require Import Smatch Sums SubgraphIsomorphism MaxQap CommonSubgraph Certificate Graded Maps Checker.
From SmatchProof Require Import WeightedQap.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Definitions *)

Inductive part :=
  | Node (i : nat)
  | Loop (i : nat)
  | Edge (a b : nat).

Definition kind (p : part) : nat := match p with Node _ => 0 | Loop _ => 1 | Edge _ _ => 2 end.

Definition part_below (n : nat) (p : part) : Prop :=
  match p with Node i | Loop i => (i < n)%nat | Edge a b => (a < n)%nat /\ (b < n)%nat end.

(** Each part once, about nodes below n. *)
Definition parts_ok (n : nat) (X : list (part * nat)) : Prop :=
  NoDup (map fst X) /\ forall x, In x X -> part_below n (fst x).

Definition sent (pi : align) (i j : nat) : bool := match app pi i with Some k => Nat.eqb k j | None => false end.

Definition onto (pi : align) (p q : part) : bool :=
  match p, q with
  | Node i, Node j => sent pi i j
  | Loop i, Loop j => sent pi i j
  | Edge a b, Edge c d => sent pi a c && sent pi b d
  | _, _ => false
  end.

(** Costs by kind and label. *)
Record costs := { del : nat -> nat -> Z; ins : nat -> nat -> Z; sub : nat -> nat -> nat -> Z }.

Definition save (c : costs) (k a b : nat) : Z := del c k a + ins c k b - sub c k a b.

Definition saving (c : costs) (x y : part * nat) : Z := save c (kind (fst x)) (snd x) (snd y).

Definition becomes (c : costs) (pi : align) (x y : part * nat) : bool :=
  onto pi (fst x) (fst y) && (0 <=? saving c x y).

Definition deleting (c : costs) (x : part * nat) : Z := del c (kind (fst x)) (snd x).
Definition inserting (c : costs) (y : part * nat) : Z := ins c (kind (fst y)) (snd y).

(** The cost of an edit path: what becomes what is substituted, the rest is deleted or inserted. *)
Definition path_cost (c : costs) (R : part * nat -> part * nat -> bool) (X Y : list (part * nat)) : Z :=
  zsum (fun x => match find (R x) Y with
                 | Some y => sub c (kind (fst x)) (snd x) (snd y)
                 | None => deleting c x
                 end) X
  + zsum (fun y => match find (fun x => R x y) X with Some _ => 0 | None => inserting c y end) Y.

(** That of the edit path that a map spells out. *)
Definition edit_cost (c : costs) (X Y : list (part * nat)) (pi : align) : Z := path_cost c (becomes c pi) X Y.

(** Of undirected graphs, which list each edge in one direction: an edge may become the other end first. *)
Definition flip (p : part) : part := match p with Edge a b => Edge b a | _ => p end.
Definition is_edge (p : part) : bool := match p with Edge _ _ => true | _ => false end.

Definition becomes_either (c : costs) (pi : align) (x y : part * nat) : bool :=
  (onto pi (fst x) (fst y) || onto pi (fst x) (flip (fst y))) && (0 <=? saving c x y).

Definition undirected_cost (c : costs) (X Y : list (part * nat)) (pi : align) : Z :=
  path_cost c (becomes_either c pi) X Y.

Definition undirected (X : list (part * nat)) : Prop :=
  forall a b l, In (Edge a b, l) X -> a <> b /\ forall l', ~ In (Edge b a, l') X.

(** What the right graph is built of: both directions. *)
Definition both_ways (Y : list (part * nat)) : list (part * nat) :=
  Y ++ map (fun y => (flip (fst y), snd y)) (filter (fun y => is_edge (fst y)) Y).

Definition empty_cost (c : costs) (X Y : list (part * nat)) : Z :=
  zsum (deleting c) X + zsum (inserting c) Y.

Definition thing_of (p : part) (l : nat) : thing :=
  match p with Node i => Own l i | Loop i => Own l i | Edge a b => Arc l a b end.

Definition saved_by (c : costs) (k : nat) (a : nat) (l : list nat) := filter (fun b => 0 <? save c k a b) l.
Definition saved_for (c : costs) (k : nat) (b : nat) (l : list nat) := filter (fun a => 0 <? save c k a b) l.

(** [LA k] and [LB k] are the labels of kind k on the left and on the right; [code] numbers the layers. *)
Definition left_things (c : costs) (code : nat -> nat -> nat -> nat) (LB : nat -> list nat) (X : list (part * nat))
  : list (thing * Z) :=
  flat_map (fun x => map (fun b => (thing_of (fst x) (code (kind (fst x)) (snd x) b), save c (kind (fst x)) (snd x) b))
                         (saved_by c (kind (fst x)) (snd x) (LB (kind (fst x))))) X.

Definition right_things (c : costs) (code : nat -> nat -> nat -> nat) (LA : nat -> list nat) (Y : list (part * nat))
  : list (thing * Z) :=
  flat_map (fun y => map (fun a => (thing_of (fst y) (code (kind (fst y)) a (snd y)), 1))
                         (saved_for c (kind (fst y)) (snd y) (LA (kind (fst y))))) Y.

Definition one_to_one (code : nat -> nat -> nat -> nat) : Prop :=
  forall k a b k' a' b', code k a b = code k' a' b' -> k = k' /\ a = a' /\ b = b'.

Definition all_labels (L : nat -> list nat) (X : list (part * nat)) : Prop :=
  (forall k, NoDup (L k)) /\ forall x, In x X -> In (snd x) (L (kind (fst x))).

(** ** The cost of an edit path *)

Lemma sent_app pi i j : sent pi i j = true <-> app pi i = Some j.
Proof.
  unfold sent. destruct (app pi i) as [k|]; [|split; discriminate].
  rewrite Nat.eqb_eq. split; [intros ->; reflexivity | intros E; injection E; auto].
Qed.

Lemma onto_right pi p q q' : onto pi p q = true -> onto pi p q' = true -> q = q'.
Proof.
  destruct p, q, q'; simpl; try discriminate; rewrite ?andb_true_iff, ?sent_app; intros H K.
  - congruence.
  - congruence.
  - destruct H, K. congruence.
Qed.

Lemma onto_left pi p p' q : pinj pi -> onto pi p q = true -> onto pi p' q = true -> p = p'.
Proof.
  intros P. destruct p, p', q; simpl; try discriminate; rewrite ?andb_true_iff, ?sent_app; intros H K.
  - f_equal. eapply pinj_inj; eassumption.
  - f_equal. eapply pinj_inj; eassumption.
  - destruct H, K. f_equal; eapply pinj_inj; eassumption.
Qed.

(** Where at most one entry passes a test, a sum over those that pass is its term. *)
Lemma zsum_find {T} (f : T -> bool) (g : T -> Z) l :
  NoDup l -> (forall x y, In x l -> In y l -> f x = true -> f y = true -> x = y) ->
  zsum (fun x => if f x then g x else 0) l = match find f l with Some x => g x | None => 0 end.
Proof.
  induction l as [|a l IH]; intros ND One; [reflexivity|]. apply NoDup_cons_iff in ND. destruct ND as [Fresh ND].
  cbn [zsum find]. destruct (f a) eqn:Fa.
  - rewrite zsum_zero; [lia|]. intros x Hx. destruct (f x) eqn:Fx; [|reflexivity].
    exfalso. apply Fresh. rewrite (One a x); simpl; auto.
  - rewrite IH; auto. intros x y Hx Hy. apply One; simpl; auto.
Qed.

Lemma distinct_parts (X : list (part * nat)) x y : NoDup (map fst X) -> In x X -> In y X -> fst x = fst y -> x = y.
Proof. intros ND. apply NoDup_map_inj, ND. Qed.

Lemma path_cost_savings c R X Y :
  NoDup X -> NoDup Y ->
  (forall x y y', In x X -> In y Y -> In y' Y -> R x y = true -> R x y' = true -> y = y') ->
  (forall x x' y, In x X -> In x' X -> In y Y -> R x y = true -> R x' y = true -> x = x') ->
  (forall x y, R x y = true -> kind (fst x) = kind (fst y)) ->
  path_cost c R X Y = empty_cost c X Y - zsum (fun x => zsum (fun y => if R x y then saving c x y else 0) Y) X.
Proof.
  intros DX DY OneY OneX Kind. unfold path_cost, empty_cost.
  rewrite (zsum_ext _ (fun x => deleting c x + zsum (fun y => if R x y
      then sub c (kind (fst x)) (snd x) (snd y) - deleting c x else 0) Y) X).
  2: { intros x Hx. rewrite zsum_find; eauto. destruct (find (R x) Y); lia. }
  rewrite (zsum_ext (fun y => match find _ X with Some _ => 0 | None => inserting c y end)
    (fun y => inserting c y + zsum (fun x => if R x y then - inserting c y else 0) X) Y).
  2: { intros y Hy. rewrite zsum_find; eauto. destruct (find _ X); lia. }
  rewrite !zsum_add. rewrite (zsum_swap (fun y x => if R x y then - inserting c y else 0)).
  assert (E : zsum (fun x => zsum (fun y => if R x y then sub c (kind (fst x)) (snd x) (snd y) - deleting c x else 0) Y) X
    + zsum (fun x => zsum (fun y => if R x y then - inserting c y else 0) Y) X
    + zsum (fun x => zsum (fun y => if R x y then saving c x y else 0) Y) X = 0).
  { rewrite <- !zsum_add. apply zsum_zero. intros x Hx. rewrite <- !zsum_add. apply zsum_zero. intros y Hy.
    destruct (R x y) eqn:B; [|lia]. unfold saving, save, deleting, inserting. rewrite (Kind x y B). lia. }
  lia.
Qed.

Lemma onto_kind pi p q : onto pi p q = true -> kind p = kind q.
Proof. destruct p, q; simpl; try discriminate; reflexivity. Qed.

Lemma edit_cost_savings c n m X Y pi :
  parts_ok n X -> parts_ok m Y -> pinj pi ->
  edit_cost c X Y pi
  = empty_cost c X Y - zsum (fun x => zsum (fun y => if becomes c pi x y then saving c x y else 0) Y) X.
Proof.
  intros [NX _] [NY _] P. apply path_cost_savings.
  - exact (NoDup_map_inv fst X NX).
  - exact (NoDup_map_inv fst Y NY).
  - intros x y y' _ Hy Hy' H K. apply andb_true_iff in H, K. apply (distinct_parts Y); auto.
    eapply onto_right; [apply H | apply K].
  - intros x x' y Hx Hx' _ H K. apply andb_true_iff in H, K. apply (distinct_parts X); auto.
    eapply onto_left; [exact P | apply H | apply K].
  - intros x y H. apply andb_true_iff in H. eapply onto_kind, H.
Qed.

(** ** Undirected edges *)

Lemma flip_kind p : kind (flip p) = kind p.
Proof. destruct p; reflexivity. Qed.

Lemma flip_flip p : flip (flip p) = p.
Proof. destruct p; reflexivity. Qed.

Lemma onto_flip pi p q : onto pi p (flip q) = onto pi (flip p) q.
Proof. destruct p, q; simpl; try reflexivity. apply andb_comm. Qed.

Lemma onto_flips pi p q : onto pi (flip p) (flip q) = onto pi p q.
Proof. rewrite onto_flip, flip_flip. reflexivity. Qed.

(** A list without both directions has no part that is another one turned round. *)
Lemma unturned X x y : NoDup (map fst X) -> undirected X -> In x X -> In y X -> fst x = flip (fst y) -> x = y.
Proof.
  intros ND U Hx Hy E. destruct x as [p k], y as [q l]. cbn [fst] in E. destruct q as [i|i|a b]; cbn [flip] in E; subst p.
  - apply (distinct_parts X); auto.
  - apply (distinct_parts X); auto.
  - exfalso. exact (proj2 (U a b l Hy) k Hx).
Qed.

Lemma either_right pi p q q' :
  onto pi p q || onto pi p (flip q) = true -> onto pi p q' || onto pi p (flip q') = true -> q = q' \/ q = flip q'.
Proof.
  rewrite !orb_true_iff. intros [H|H] [K|K].
  - left. eapply onto_right; eassumption.
  - right. eapply onto_right; eassumption.
  - right. rewrite <- (flip_flip q). f_equal. eapply onto_right; eassumption.
  - left. rewrite <- (flip_flip q), <- (flip_flip q'). f_equal. eapply onto_right; eassumption.
Qed.

Lemma either_left pi p p' q :
  pinj pi -> onto pi p q || onto pi p (flip q) = true -> onto pi p' q || onto pi p' (flip q) = true ->
  p = p' \/ p = flip p'.
Proof.
  intros P. rewrite !orb_true_iff. intros [H|H] [K|K].
  - left. eapply onto_left; eassumption.
  - right. rewrite onto_flip in K. eapply onto_left; eassumption.
  - right. rewrite onto_flip in H. rewrite <- (flip_flip p). f_equal. eapply onto_left; eassumption.
  - left. eapply onto_left; eassumption.
Qed.

Lemma undirected_cost_savings c n m X Y pi :
  parts_ok n X -> parts_ok m Y -> undirected X -> undirected Y -> pinj pi ->
  undirected_cost c X Y pi
  = empty_cost c X Y - zsum (fun x => zsum (fun y => if becomes_either c pi x y then saving c x y else 0) Y) X.
Proof.
  intros [NX _] [NY _] UX UY P. apply path_cost_savings.
  - exact (NoDup_map_inv fst X NX).
  - exact (NoDup_map_inv fst Y NY).
  - intros x y y' _ Hy Hy' H K. apply andb_true_iff in H, K.
    destruct (either_right pi (fst x) (fst y) (fst y') (proj1 H) (proj1 K)) as [E|E];
      [apply (distinct_parts Y) | apply (unturned Y)]; auto.
  - intros x x' y Hx Hx' _ H K. apply andb_true_iff in H, K.
    destruct (either_left pi (fst x) (fst x') (fst y) P (proj1 H) (proj1 K)) as [E|E];
      [apply (distinct_parts X) | apply (unturned X)]; auto.
  - intros x y H. apply andb_true_iff in H. destruct H as [H _]. apply orb_true_iff in H. destruct H as [H|H].
    + eapply onto_kind, H.
    + apply onto_kind in H. rewrite flip_kind in H. exact H.
Qed.

Lemma both_ways_ok m Y : parts_ok m Y -> undirected Y -> parts_ok m (both_ways Y).
Proof.
  intros [N B] U. unfold both_ways. split.
  - rewrite map_app, map_map. cbn [fst]. apply NoDup_app'; [exact N | |].
    + rewrite <- map_map. assert (F : NoDup (map fst (filter (fun y : part * nat => is_edge (fst y)) Y)))
        by (apply NoDup_map_filter, N).
      revert F. generalize (map fst (filter (fun y : part * nat => is_edge (fst y)) Y)). intros l F.
      induction l as [|p l IH]; [constructor|]. apply NoDup_cons_iff in F. destruct F as [Fresh F]. cbn [map].
      constructor; [|auto]. intros H. apply in_map_iff in H. destruct H as (q & E & Hq). apply Fresh.
      rewrite <- (flip_flip p), <- E, flip_flip. exact Hq.
    + intros p Hp K. apply in_map_iff in Hp, K. destruct Hp as ([p' k] & <- & Hp), K as ([q l] & E & Hq).
      apply filter_In in Hq. destruct Hq as [Hq Is]. cbn [fst] in *. destruct q as [i|i|a b]; try discriminate.
      cbn [flip] in E. subst p'. exact (proj2 (U a b l Hq) k Hp).
  - intros x Hx. apply in_app_iff in Hx. destruct Hx as [Hx|Hx]; [apply B, Hx|].
    apply in_map_iff in Hx. destruct Hx as (y & <- & Hy). apply filter_In in Hy. destruct Hy as [Hy _].
    apply B in Hy. cbn [fst]. destruct (fst y); simpl in *; tauto.
Qed.

Lemma both_ways_labels L Y : all_labels L Y -> all_labels L (both_ways Y).
Proof.
  intros [N A]. split; [exact N|]. intros x Hx. apply in_app_iff in Hx. destruct Hx as [Hx|Hx]; [apply A, Hx|].
  apply in_map_iff in Hx. destruct Hx as (y & <- & Hy). apply filter_In in Hy. cbn [fst snd].
  rewrite flip_kind. apply A, Hy.
Qed.

(** Both directions together save what one of them does. *)
Lemma both_ways_savings c pi X Y :
  undirected Y ->
  zsum (fun x => zsum (fun y => if becomes c pi x y then saving c x y else 0) (both_ways Y)) X
  = zsum (fun x => zsum (fun y => if becomes_either c pi x y then saving c x y else 0) Y) X.
Proof.
  intros U. apply zsum_ext. intros x _. unfold both_ways. rewrite zsum_app, zsum_map.
  rewrite (zsum_filter (fun y => if becomes_either c pi x y then saving c x y else 0) (fun y => is_edge (fst y))).
  rewrite (zsum_filter (fun y => if becomes c pi x y then saving c x y else 0) (fun y => is_edge (fst y))).
  enough (zsum (fun y => if becomes c pi x y then saving c x y else 0) (filter (fun y => is_edge (fst y)) Y)
      + zsum (fun y => if becomes c pi x (flip (fst y), snd y) then saving c x (flip (fst y), snd y) else 0)
          (filter (fun y => is_edge (fst y)) Y)
      = zsum (fun y => if becomes_either c pi x y then saving c x y else 0) (filter (fun y => is_edge (fst y)) Y)
    /\ zsum (fun y => if becomes c pi x y then saving c x y else 0) (filter (fun y => negb (is_edge (fst y))) Y)
      = zsum (fun y => if becomes_either c pi x y then saving c x y else 0) (filter (fun y => negb (is_edge (fst y))) Y))
    as [E1 E2] by lia.
  split.
  - rewrite <- zsum_add. apply zsum_ext. intros y Hy. apply filter_In in Hy. destruct Hy as [Hy Is].
    change (saving c x (flip (fst y), snd y)) with (saving c x y). unfold becomes, becomes_either.
    change (saving c x (flip (fst y), snd y)) with (saving c x y). cbn [fst].
    destruct (onto pi (fst x) (fst y)) eqn:H, (onto pi (fst x) (flip (fst y))) eqn:K; cbn [orb andb];
      try (destruct (0 <=? saving c x y); lia).
    exfalso. assert (E := onto_right pi (fst x) (fst y) (flip (fst y)) H K). destruct y as [q l]. cbn [fst] in *.
    destruct q as [i|i|a b]; try discriminate. injection E as E _. exact (proj1 (U a b l Hy) E).
  - apply zsum_ext. intros y Hy. apply filter_In in Hy. destruct Hy as [_ Is]. unfold becomes, becomes_either.
    replace (flip (fst y)) with (fst y) by (destruct (fst y); [reflexivity | reflexivity | discriminate]).
    rewrite orb_diag. reflexivity.
Qed.

(** ** The things that are built *)

Lemma thing_of_inj code p q a b a' b' :
  one_to_one code -> thing_of p (code (kind p) a b) = thing_of q (code (kind q) a' b') -> p = q /\ a = a' /\ b = b'.
Proof.
  intros I E. destruct p, q; cbn [thing_of kind] in E; inversion E as [[L R]];
    apply I in L; destruct L as (K & -> & ->); try discriminate; auto.
Qed.

Lemma flat_things_ok {T} n (place : T -> part) (f : T -> list (thing * Z)) X code :
  one_to_one code -> NoDup (map place X) -> (forall x, In x X -> part_below n (place x)) ->
  (forall x, In x X -> NoDup (map fst (f x))) ->
  (forall x e, In x X -> In e (f x) ->
    1 <= snd e /\ exists a b, fst e = thing_of (place x) (code (kind (place x)) a b)) ->
  things_ok n (flat_map f X).
Proof.
  intros I ND Below Each Form. split.
  - induction X as [|x X IH]; [constructor|]. cbn [map] in ND. apply NoDup_cons_iff in ND. destruct ND as [Fresh ND].
    cbn [flat_map]. rewrite map_app. apply NoDup_app'.
    + apply Each. simpl. auto.
    + apply IH; auto; intros; [apply Below | apply Each | eapply Form]; simpl; eauto.
    + intros t Ht K. apply in_map_iff in Ht, K. destruct Ht as (e & <- & He), K as (e' & E & He').
      apply in_flat_map in He'. destruct He' as (x' & Hx' & He').
      destruct (Form x e (or_introl eq_refl) He) as (_ & a & b & F).
      destruct (Form x' e' (or_intror Hx') He') as (_ & a' & b' & F').
      rewrite F, F' in E. apply thing_of_inj in E; [|exact I]. destruct E as (E & _).
      apply Fresh. rewrite <- E. apply in_map, Hx'.
  - intros e He. apply in_flat_map in He. destruct He as (x & Hx & He).
    destruct (Form x e Hx He) as (W & a & b & E). split; [|exact W]. rewrite E.
    specialize (Below x Hx). destruct (place x); exact Below.
Qed.

Lemma NoDup_map_in {T V} (g : T -> V) l :
  NoDup l -> (forall x y, In x l -> In y l -> g x = g y -> x = y) -> NoDup (map g l).
Proof.
  induction l as [|a l IH]; intros ND Inj; [constructor|]. apply NoDup_cons_iff in ND. destruct ND as [Fresh ND].
  cbn [map]. constructor.
  - intros H. apply in_map_iff in H. destruct H as (x & E & Hx). apply Fresh.
    rewrite (Inj a x); simpl; auto.
  - apply IH; auto. intros x y Hx Hy. apply Inj; simpl; auto.
Qed.

Lemma left_ok c code LB n X :
  one_to_one code -> (forall k, NoDup (LB k)) -> parts_ok n X -> things_ok n (left_things c code LB X).
Proof.
  intros I ND [NX BX]. unfold left_things. apply (flat_things_ok n fst _ X code); auto.
  - intros x _. rewrite map_map. apply NoDup_map_in; [apply NoDup_filter, ND|].
    intros a b _ _ E. cbn [fst] in E. apply thing_of_inj in E; tauto.
  - intros x e _ He. apply in_map_iff in He. destruct He as (b & <- & Hb). apply filter_In in Hb.
    destruct Hb as [_ Hb]. apply Z.ltb_lt in Hb. cbn [fst snd]. split; [lia | eauto].
Qed.

Lemma right_ok c code LA m Y :
  one_to_one code -> (forall k, NoDup (LA k)) -> parts_ok m Y -> things_ok m (right_things c code LA Y).
Proof.
  intros I ND [NY BY]. unfold right_things. apply (flat_things_ok m fst _ Y code); auto.
  - intros y _. rewrite map_map. apply NoDup_map_in; [apply NoDup_filter, ND|].
    intros a b _ _ E. cbn [fst] in E. apply thing_of_inj in E; tauto.
  - intros y e _ He. apply in_map_iff in He. destruct He as (a & <- & Ha). cbn [fst snd]. split; [lia | eauto].
Qed.

Lemma sends_onto pi code p q a b a' b' :
  one_to_one code ->
  sends pi (thing_of p (code (kind p) a b)) (thing_of q (code (kind q) a' b')) = true
  <-> onto pi p q = true /\ a = a' /\ b = b'.
Proof.
  intros I. unfold sends. split.
  - destruct p, q; cbn [thing_of moved kind onto];
      repeat match goal with |- context [app pi ?i] => destruct (app pi i) eqn:? end; cbn [option_map];
      try discriminate; destruct (thing_eq_dec _ _) as [E|]; try discriminate; intros _;
      inversion E as [[L R]]; apply I in L; destruct L as (K & -> & ->); try discriminate; subst;
      rewrite ?andb_true_iff, ?sent_app; auto.
  - intros (H & <- & <-). destruct p, q; cbn [onto] in H; try discriminate; cbn [thing_of moved kind];
      rewrite ?andb_true_iff, ?sent_app in H.
    + rewrite H. cbn [option_map]. destruct (thing_eq_dec _ _); tauto.
    + rewrite H. cbn [option_map]. destruct (thing_eq_dec _ _); tauto.
    + destruct H as [-> ->]. destruct (thing_eq_dec _ _); tauto.
Qed.

(** What two parts have in common is what their substitution saves. *)
Lemma gain_of_parts c code LA LB X Y pi :
  one_to_one code -> all_labels LA X -> all_labels LB Y ->
  qap_gain (left_things c code LB X) (right_things c code LA Y) pi
  = zsum (fun x => zsum (fun y => if becomes c pi x y then saving c x y else 0) Y) X.
Proof.
  intros I [NA HA] [NB HB]. unfold qap_gain, left_things. rewrite zsum_flat_map. apply zsum_ext. intros x Hx.
  rewrite zsum_map. cbn [fst snd].
  rewrite (zsum_ext _ (fun b => zsum (fun y => zsum (fun a =>
      if sends pi (thing_of (fst x) (code (kind (fst x)) (snd x) b)) (thing_of (fst y) (code (kind (fst y)) a (snd y)))
      then save c (kind (fst x)) (snd x) b * 1 else 0) (saved_for c (kind (fst y)) (snd y) (LA (kind (fst y))))) Y)).
  2: { intros b _. unfold right_things. rewrite zsum_flat_map. apply zsum_ext. intros y _. rewrite zsum_map. reflexivity. }
  rewrite zsum_swap. apply zsum_ext. intros y Hy. unfold becomes, saving.
  destruct (onto pi (fst x) (fst y)) eqn:O.
  - assert (K : kind (fst x) = kind (fst y)) by (destruct (fst x), (fst y); simpl in O; try discriminate; reflexivity).
    cbn [andb].
    rewrite (zsum_ext _ (fun b => if Nat.eq_dec (snd y) b then
        (if in_dec Nat.eq_dec (snd x) (saved_for c (kind (fst y)) (snd y) (LA (kind (fst y))))
         then save c (kind (fst x)) (snd x) b else 0) else 0)).
    2: { intros b _.
      rewrite (zsum_ext _ (fun a => if Nat.eq_dec (snd x) a then
        (if Nat.eq_dec (snd y) b then save c (kind (fst x)) (snd x) b else 0) else 0)).
      - rewrite (zsum_one Nat.eq_dec (fun _ => if Nat.eq_dec (snd y) b then save c (kind (fst x)) (snd x) b else 0)).
        + destruct (Nat.eq_dec (snd y) b), (in_dec _ _ _); reflexivity.
        + apply NoDup_filter, NA.
      - intros a _. destruct (sends pi _ _) eqn:S.
        + apply sends_onto in S; [|exact I]. destruct S as (_ & -> & ->).
          destruct (Nat.eq_dec a a), (Nat.eq_dec (snd y) (snd y)); try tauto. lia.
        + destruct (Nat.eq_dec (snd x) a) as [Ea|], (Nat.eq_dec (snd y) b) as [Eb|]; try reflexivity.
          exfalso. subst. rewrite (proj2 (sends_onto pi code (fst x) (fst y) (snd x) (snd y) (snd x) (snd y) I)) in S;
            [discriminate | auto]. }
    rewrite (zsum_one Nat.eq_dec (fun b => if in_dec Nat.eq_dec (snd x) (saved_for c (kind (fst y)) (snd y) (LA (kind (fst y))))
         then save c (kind (fst x)) (snd x) b else 0)) by (apply NoDup_filter, NB).
    assert (In1 : In (snd x) (LA (kind (fst y)))) by (rewrite <- K; apply HA, Hx).
    assert (In2 : In (snd y) (LB (kind (fst x)))) by (rewrite K; apply HB, Hy).
    assert (E1 : In (snd y) (saved_by c (kind (fst x)) (snd x) (LB (kind (fst x))))
                 <-> 0 < save c (kind (fst x)) (snd x) (snd y))
      by (unfold saved_by; rewrite filter_In, Z.ltb_lt; tauto).
    assert (E2 : In (snd x) (saved_for c (kind (fst y)) (snd y) (LA (kind (fst y))))
                 <-> 0 < save c (kind (fst x)) (snd x) (snd y))
      by (unfold saved_for; rewrite filter_In, Z.ltb_lt, K; tauto).
    destruct (in_dec Nat.eq_dec (snd y) (saved_by c (kind (fst x)) (snd x) (LB (kind (fst x))))) as [J|J],
      (in_dec Nat.eq_dec (snd x) (saved_for c (kind (fst y)) (snd y) (LA (kind (fst y))))) as [L|L];
      destruct (Z.leb_spec 0 (save c (kind (fst x)) (snd x) (snd y)));
      rewrite ?E1, ?E2 in J; rewrite ?E1, ?E2 in L; lia.
  - cbn [andb]. apply zsum_zero. intros b _. apply zsum_zero. intros a _. destruct (sends pi _ _) eqn:S; [|reflexivity].
    apply sends_onto in S; [|exact I]. destruct S as [S _]. congruence.
Qed.

(** ** The reduction *)

Definition edit_score c code LA LB top n m X Y phi : Z :=
  sided_score top n m (left_things c code LB X) (right_things c code LA Y) phi.

Definition saved (c : costs) (pi : align) (X Y : list (part * nat)) : Z :=
  zsum (fun x => zsum (fun y => if becomes c pi x y then saving c x y else 0) Y) X.

Lemma score_saved c code LA LB top n m X Y pi :
  one_to_one code -> parts_ok n X -> parts_ok m Y -> all_labels LA X -> all_labels LB Y ->
  edit_score c code LA LB top n m X Y (lift pi) = Z.of_nat (top_value top) + saved c pi X Y.
Proof.
  intros I OX OY AX AY. unfold edit_score.
  rewrite sided_score_sum; [| apply left_ok; [exact I | apply AY | exact OX] | apply right_ok; [exact I | apply AX | exact OY]].
  unfold saved. rewrite <- (gain_of_parts c code LA LB X Y pi) by assumption.
  replace (top_matched top (lift pi)) with (Z.of_nat (top_value top)) by (destruct top; reflexivity).
  unfold qap_gain. rewrite (zsum_ext _ (fun e => zsum (fun e' => if sends pi (fst e) (fst e') then snd e * snd e' else 0)
    (right_things c code LA Y))); [lia|].
  intros e _. apply zsum_ext. intros e' _. rewrite maps_lift. reflexivity.
Qed.

Lemma vertex_part_sends n m phi x y :
  pinj phi -> thing_below n x -> thing_below m y ->
  maps phi (thing_triple x) (thing_triple y) = true -> sends (vertex_part n m phi) x y = true.
Proof.
  intros P Hx Hy M. assert (PR := vertex_part_pinj n m phi P).
  assert (App : forall i j, (i < n)%nat -> (j < m)%nat -> app phi (S i) = Some (S j) -> app (vertex_part n m phi) i = Some j).
  { intros i j Hi Hj E. apply In_app; [apply PR|]. apply in_vertex_part. apply app_In in E. auto. }
  apply maps_iff in M. unfold sends. destruct x as [l i|l i k], y as [l' j|l' j r]; simpl in M, Hx, Hy.
  - destruct (app phi (S i)) as [z|] eqn:Ei; [|discriminate]. injection M as -> ->.
    cbn [moved]. rewrite (App i j Hx Hy Ei). cbn [option_map]. destruct (thing_eq_dec _ _); [reflexivity | congruence].
  - destruct (app phi (S i)); discriminate.
  - destruct (app phi (S i)); [|discriminate]. destruct (app phi (S k)); discriminate.
  - destruct (app phi (S i)) as [z|] eqn:Ei; [|discriminate]. destruct (app phi (S k)) as [w|] eqn:Ek; [|discriminate].
    injection M as -> -> ->. destruct Hx as [Hi Hk], Hy as [Hj Hr].
    cbn [moved]. rewrite (App i j Hi Hj Ei), (App k r Hk Hr Ek). destruct (thing_eq_dec _ _); [reflexivity | congruence].
Qed.

Lemma score_saved_back c code LA LB top n m X Y phi :
  one_to_one code -> parts_ok n X -> parts_ok m Y -> all_labels LA X -> all_labels LB Y -> pinj phi ->
  edit_score c code LA LB top n m X Y phi <= Z.of_nat (top_value top) + saved c (vertex_part n m phi) X Y.
Proof.
  intros I OX OY AX AY P. set (pi := vertex_part n m phi). assert (PR : pinj pi) by apply vertex_part_pinj, P.
  assert (OL := left_ok c code LB n X I (proj1 AY) OX). assert (OR := right_ok c code LA m Y I (proj1 AX) OY).
  unfold edit_score. rewrite sided_score_sum by assumption.
  unfold saved. rewrite <- (gain_of_parts c code LA LB X Y pi) by assumption.
  assert (T : top_matched top phi <= Z.of_nat (top_value top)).
  { unfold top_matched. destruct top; simpl; [|lia]. destruct (app phi 0) as [[|y]|]; lia. }
  enough (zsum (fun e => zsum (fun e' => if maps phi (thing_triple (fst e)) (thing_triple (fst e'))
      then snd e * snd e' else 0) (right_things c code LA Y)) (left_things c code LB X)
    <= qap_gain (left_things c code LB X) (right_things c code LA Y) pi) by lia.
  apply zsum_le. intros e He. apply zsum_le. intros e' He'.
  destruct OL as [_ OL], OR as [_ OR]. destruct (OL e He) as [Ie We], (OR e' He') as [Ie' We'].
  destruct (maps phi _ _) eqn:M.
  - unfold pi. rewrite (vertex_part_sends n m phi (fst e) (fst e')) by assumption. lia.
  - destruct (sends pi (fst e) (fst e')); nia.
Qed.

Lemma vertex_part_between n m phi : between n m (vertex_part n m phi).
Proof. intros i j H. apply in_vertex_part in H. tauto. Qed.

Theorem edit_value c code LA LB top n m X Y pi :
  one_to_one code -> parts_ok n X -> parts_ok m Y -> all_labels LA X -> all_labels LB Y -> pinj pi ->
  edit_score c code LA LB top n m X Y (lift pi)
  = Z.of_nat (top_value top) + empty_cost c X Y - edit_cost c X Y pi.
Proof.
  intros I OX OY AX AY P. rewrite score_saved, (edit_cost_savings c n m) by assumption. unfold saved. lia.
Qed.

Theorem edit_back c code LA LB top n m X Y phi :
  one_to_one code -> parts_ok n X -> parts_ok m Y -> all_labels LA X -> all_labels LB Y -> pinj phi ->
  let pi := vertex_part n m phi in
  pinj pi /\ between n m pi /\
  edit_score c code LA LB top n m X Y phi <= Z.of_nat (top_value top) + empty_cost c X Y - edit_cost c X Y pi.
Proof.
  intros I OX OY AX AY P pi. assert (PR : pinj pi) by apply vertex_part_pinj, P. split; [exact PR|].
  split; [apply vertex_part_between|]. rewrite (edit_cost_savings c n m) by assumption.
  assert (S := score_saved_back c code LA LB top n m X Y phi I OX OY AX AY P). unfold saved in S. fold pi in S. lia.
Qed.

(** The distance is d or less if and only if the score of the empty map's cost less d is possible (1 more with TOP). *)
Theorem edit_opt c code LA LB top n m X Y d :
  one_to_one code -> parts_ok n X -> parts_ok m Y -> all_labels LA X -> all_labels LB Y ->
  (exists pi, pinj pi /\ between n m pi /\ edit_cost c X Y pi <= d)
  <-> exists phi, pinj phi
      /\ Z.of_nat (top_value top) + empty_cost c X Y - d <= edit_score c code LA LB top n m X Y phi.
Proof.
  intros I OX OY AX AY. split.
  - intros (pi & P & B & H). exists (lift pi). split; [apply lift_pinj, P|].
    rewrite edit_value by assumption. lia.
  - intros (phi & P & H). destruct (edit_back c code LA LB top n m X Y phi I OX OY AX AY P) as (PR & B & K).
    exists (vertex_part n m phi). split; [exact PR|]. split; [exact B | lia].
Qed.

(** The same of undirected graphs, whose right one has the edges in both directions. *)
Theorem undirected_opt c code LA LB top n m X Y d :
  one_to_one code -> parts_ok n X -> parts_ok m Y -> undirected X -> undirected Y -> all_labels LA X -> all_labels LB Y ->
  (exists pi, pinj pi /\ between n m pi /\ undirected_cost c X Y pi <= d)
  <-> exists phi, pinj phi
      /\ Z.of_nat (top_value top) + empty_cost c X Y - d <= edit_score c code LA LB top n m X (both_ways Y) phi.
Proof.
  intros I OX OY UX UY AX AY. assert (OB := both_ways_ok m Y OY UY). assert (AB := both_ways_labels LB Y AY). split.
  - intros (pi & P & B & H). exists (lift pi). split; [apply lift_pinj, P|].
    rewrite score_saved by assumption. unfold saved. rewrite both_ways_savings by assumption.
    rewrite (undirected_cost_savings c n m) in H by assumption. lia.
  - intros (phi & P & H). exists (vertex_part n m phi). assert (PR := vertex_part_pinj n m phi P).
    split; [exact PR|]. split; [apply vertex_part_between|].
    assert (S := score_saved_back c code LA LB top n m X (both_ways Y) phi I OX OB AX AB P).
    unfold saved in S. rewrite both_ways_savings in S by assumption.
    rewrite (undirected_cost_savings c n m) by assumption. lia.
Qed.
