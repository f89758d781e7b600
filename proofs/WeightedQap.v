(** * Quadratic assignment by weights of triples

    What reductions/to_smatch/assignment.py builds.  Two lists of weighted things are given: arcs (i, k) and
    indexes i of 0 .. n-1, each in a layer and with a weight of 1 or more.  A permutation gains, for each thing of the
    first list that it sends to one of the second in the same layer, the product of both weights: [qap_gain].  The graphs
    have a root and a member for each index, in words that only one of them has, and one triple for each thing; the
    weight of the thing is that of its triple.  Under the rule "product", and for the lists in which each triple is
    there as often as its weight says,

    - the permutation pi, together with the roots, has the score gain, and 1 more with TOP ([weighted_value]);
    - every alignment whatever can be turned into a permutation worth at least as much ([weighted_back]);
    - so the best score is the greatest gain, and 1 more with TOP ([weighted_opt]).

    That gains and costs add up to a constant (steps 1 to 3 of the module) is in QapPlan.v; as it holds of every
    permutation, [least_cost] says what the best score says of the least cost. *)

From Coq Require Import Arith Lia Bool List ZArith.
From SmatchProof Require Import Smatch Sums SubgraphIsomorphism MaxQap Certificate Graded Maps Checker.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Definitions *)

Inductive thing :=
  | Own (l i : nat)        (* the index i in layer l *)
  | Arc (l i k : nat).     (* the arc (i, k) in layer l *)

Definition thing_eq_dec (x y : thing) : {x = y} + {x <> y}.
Proof. decide equality; apply Nat.eq_dec. Defined.

(** Where a permutation sends a thing. *)
Definition moved (pi : align) (x : thing) : option thing :=
  match x with
  | Own l i => option_map (Own l) (app pi i)
  | Arc l i k => match app pi i, app pi k with Some j, Some m => Some (Arc l j m) | _, _ => None end
  end.

Definition sends (pi : align) (x y : thing) : bool :=
  match moved pi x with Some z => if thing_eq_dec z y then true else false | None => false end.

Definition qap_gain (A B : list (thing * Z)) (pi : align) : Z :=
  zsum (fun e => zsum (fun e' => if sends pi (fst e) (fst e') then snd e * snd e' else 0) B) A.

(** Each thing once, about indexes below n, with a weight of 1 or more. *)
Definition thing_below (n : nat) (x : thing) : Prop :=
  match x with Own _ i => (i < n)%nat | Arc _ i k => (i < n)%nat /\ (k < n)%nat end.

Definition things_ok (n : nat) (A : list (thing * Z)) : Prop :=
  NoDup (map fst A) /\ forall e, In e A -> thing_below n (fst e) /\ 1 <= snd e.

(** Attribute 0 is TOP, and the relations 2 and 3 are the memberships of both sides. *)
Definition thing_triple (x : thing) : triple :=
  match x with
  | Own l i => Attr (1 + l) (S i) 0
  | Arc l i k => Rel (4 + l) (S i) (S k)
  end.

Definition weighted_things (A : list (thing * Z)) : list (triple * Z) :=
  map (fun e => (thing_triple (fst e), snd e)) A.

Definition weighted_graph (top : bool) (side n : nat) (A : list (thing * Z)) : list (triple * Z) :=
  map (fun t => (t, 1)) (top_triple top ++ lean_base side n) ++ weighted_things A.

(** The graph with all copies in it: what an AMR with weights means. *)
Definition weighted_lean (top : bool) (side n : nat) (A : list (thing * Z)) : list triple :=
  expand (weighted_graph top side n A).

(** The score of graphs of n and of m members. *)
Definition sided_score (top : bool) (n m : nat) (A B : list (thing * Z)) (phi : align) : Z :=
  Z.of_nat (score_copies dup_product (weighted_lean top 0 n A) (weighted_lean top 1 m B) phi).

Definition product_score (top : bool) (n : nat) (A B : list (thing * Z)) (phi : align) : Z :=
  sided_score top n n A B phi.

(** ** Weighted lists of different triples *)

Lemma NoDup_app' {T} (l k : list T) : NoDup l -> NoDup k -> (forall x, In x l -> ~ In x k) -> NoDup (l ++ k).
Proof.
  induction l as [|x l IH]; intros Nl Nk Apart; [exact Nk|]. apply NoDup_cons_iff in Nl. destruct Nl as [Fresh Nl].
  cbn [List.app]. constructor.
  - intros H. apply in_app_iff in H. destruct H as [H|H]; [contradiction | apply (Apart x (or_introl eq_refl) H)].
  - apply IH; auto. intros y Hy. apply Apart. right. exact Hy.
Qed.

Lemma count_distinct w e :
  positive w -> NoDup (map fst w) -> In e w -> Z.of_nat (count_occ triple_eq_dec (expand w) (fst e)) = snd e.
Proof.
  intros P ND He. rewrite <- expand_count by exact P. unfold total_of.
  induction w as [|x w IH]; [destruct He|]. cbn [map] in ND. apply NoDup_cons_iff in ND. destruct ND as [Fresh ND].
  cbn [zsum]. assert (P' : positive w) by (eapply positive_tail; exact P). destruct He as [->|He].
  - destruct (Key.eq_dec _ _) as [_|K]; [|tauto]. rewrite zsum_zero; [lia|].
    intros y Hy. destruct (Key.eq_dec _ _) as [K|_]; [|reflexivity].
    exfalso. apply triple_key_inj in K. apply Fresh. rewrite <- K. apply in_map, Hy.
  - destruct (Key.eq_dec _ _) as [K|_].
    + exfalso. apply triple_key_inj in K. apply Fresh. rewrite K. apply in_map, He.
    + rewrite (IH P' ND He). lia.
Qed.

Lemma score_of_weighted V W phi :
  positive V -> positive W -> NoDup (map fst V) -> NoDup (map fst W) ->
  Z.of_nat (score_copies dup_product (expand V) (expand W) phi)
  = zsum (fun e => zsum (fun e' => if maps phi (fst e) (fst e') then snd e * snd e' else 0) W) V.
Proof.
  intros PV PW NV NW. rewrite score_copies_gain, !expand_nodup by assumption. rewrite !nodup_fixed_point by assumption.
  unfold gain. rewrite zsum_map. apply zsum_ext. intros e He. rewrite zsum_map. apply zsum_ext. intros e' He'.
  destruct (maps phi (fst e) (fst e')); [|reflexivity]. cbn [copies]. rewrite Nat2Z.inj_mul.
  rewrite (count_distinct V e PV NV He), (count_distinct W e' PW NW He'). reflexivity.
Qed.

(** ** The graphs *)

Lemma thing_triple_inj x y : thing_triple x = thing_triple y -> x = y.
Proof. destruct x, y; simpl; intros E; inversion E; reflexivity. Qed.

Lemma weighted_positive top side n A : (forall e, In e A -> 1 <= snd e) -> positive (weighted_graph top side n A).
Proof.
  intros Pos e He. unfold weighted_graph in He. apply in_app_iff in He. destruct He as [He|He].
  - apply in_map_iff in He. destruct He as (t & <- & _). simpl. lia.
  - apply in_map_iff in He. destruct He as (x & <- & Hx). apply (Pos x Hx).
Qed.

Lemma lean_base_distinct side n : NoDup (lean_base side n).
Proof.
  unfold lean_base. constructor.
  - intros H. apply in_flat_map in H. destruct H as (i & _ & [H|[H|[]]]); discriminate.
  - assert (All : forall l, NoDup l -> NoDup (flat_map (fun i => [Inst (S i) (2 + side); Rel (2 + side) 0 (S i)]) l)).
    { induction l as [|i l IH]; intros ND; [constructor|]. apply NoDup_cons_iff in ND. destruct ND as [Fresh ND].
      cbn [flat_map List.app]. constructor; [|constructor; [|auto]].
      - intros [H|H]; [discriminate|]. apply in_flat_map in H. destruct H as (k & Hk & [H|[H|[]]]); [|discriminate].
        injection H as ->. contradiction.
      - intros H. apply in_flat_map in H. destruct H as (k & Hk & [H|[H|[]]]); [discriminate|].
        injection H as ->. contradiction. }
    apply All, seq_NoDup.
Qed.

Lemma weighted_distinct top side n A :
  (side <= 1)%nat -> NoDup (map fst A) -> NoDup (map fst (weighted_graph top side n A)).
Proof.
  intros Side ND. unfold weighted_graph, weighted_things. rewrite map_app, !map_map. cbn [fst]. rewrite map_id.
  assert (Things : NoDup (map (fun e : thing * Z => thing_triple (fst e)) A)).
  { clear Side. induction A as [|e A IH]; [constructor|]. cbn [map] in *. apply NoDup_cons_iff in ND.
    destruct ND as [Fresh ND]. constructor; [|auto]. intros H. apply in_map_iff in H. destruct H as (x & E & Hx).
    apply thing_triple_inj in E. apply Fresh. rewrite <- E. apply in_map, Hx. }
  rewrite <- app_assoc.
  assert (Base : NoDup (lean_base side n ++ map (fun e : thing * Z => thing_triple (fst e)) A)).
  { apply NoDup_app'; [apply lean_base_distinct | exact Things |].
    intros t Ht K. apply in_map_iff in K. destruct K as (e & <- & _).
    apply in_lean_base in Ht. destruct Ht as (x & [E|[E|(y & E)]]); destruct (fst e); simpl in E; inversion E; lia. }
  destruct top; cbn [top_triple List.app]; [|exact Base]. constructor; [|exact Base].
  intros H. apply in_app_iff in H. destruct H as [H|H].
  - apply in_lean_base in H. destruct H as (x & [E|[E|(y & E)]]); discriminate.
  - apply in_map_iff in H. destruct H as (e & E & _). destruct (fst e); simpl in E; inversion E.
Qed.

(** ** The score *)

(** What an alignment of variables does to things: member S i to member S j. *)
Lemma maps_base_left top n m B phi t u :
  In t (lean_base 0 n) -> In u (map fst (weighted_graph top 1 m B)) -> maps phi t u = false.
Proof.
  intros Ht Hu. apply not_true_is_false. intros M. apply maps_iff in M.
  assert (Away : (forall y, u <> Inst y 0 /\ u <> Inst y 2) /\ forall y z, u <> Rel 2 y z).
  { unfold weighted_graph, weighted_things in Hu. rewrite map_app, !map_map in Hu. cbn [fst] in Hu. rewrite map_id in Hu.
    rewrite !in_app_iff in Hu. destruct Hu as [[Hu|Hu]|Hu].
    - destruct top; simpl in Hu; [destruct Hu as [<-|[]] | destruct Hu]. repeat split; discriminate.
    - apply in_lean_base in Hu. destruct Hu as (x & [->|[->|(w & ->)]]); repeat split; discriminate.
    - apply in_map_iff in Hu. destruct Hu as (e & <- & _). destruct (fst e); simpl; repeat split; intros; discriminate. }
  apply in_lean_base in Ht. destruct Ht as (x & [->|[->|(w & ->)]]); simpl in M.
  - destruct (app phi x) as [y|]; [|discriminate]. injection M as <-. destruct Away as [Away _]. destruct (Away y). congruence.
  - destruct (app phi x) as [y|]; [|discriminate]. injection M as <-. destruct Away as [Away _]. destruct (Away y). congruence.
  - destruct (app phi x) as [y|]; [|discriminate]. destruct (app phi w) as [z|]; [|discriminate].
    injection M as <-. destruct Away as [_ Away]. exact (Away y z eq_refl).
Qed.

Lemma maps_thing_base phi top n x t :
  In t (top_triple top ++ lean_base 1 n) -> maps phi (thing_triple x) t = false.
Proof.
  intros Ht. apply not_true_is_false. intros M. apply maps_iff in M. apply in_app_iff in Ht. destruct Ht as [Ht|Ht].
  - destruct top; simpl in Ht; [destruct Ht as [<-|[]] | destruct Ht]. destruct x; simpl in M.
    + destruct (app phi (S i)); discriminate.
    + destruct (app phi (S i)); [|discriminate]. destruct (app phi (S k)); discriminate.
  - apply in_lean_base in Ht. destruct x as [l i|l i k]; simpl in M.
    + destruct (app phi (S i)); [|discriminate]. destruct Ht as (y & [->|[->|(w & ->)]]); discriminate.
    + destruct (app phi (S i)); [|discriminate]. destruct (app phi (S k)); [|discriminate].
      destruct Ht as (y & [->|[->|(w & ->)]]); discriminate.
Qed.

Lemma maps_top_thing phi top t x : In t (top_triple top) -> maps phi t (thing_triple x) = false.
Proof.
  intros Ht. destruct top; simpl in Ht; [destruct Ht as [<-|[]] | destruct Ht].
  unfold maps. simpl. destruct (app phi 0) as [y|]; [|reflexivity]. cbn [option_map].
  destruct (triple_eq_dec (Attr 0 y 0) (thing_triple x)) as [E|_]; [|reflexivity]. destruct x; discriminate.
Qed.

Lemma maps_top_base phi top n t u : In t (top_triple top) -> In u (lean_base 1 n) -> maps phi t u = false.
Proof.
  intros Ht Hu. destruct top; simpl in Ht; [destruct Ht as [<-|[]] | destruct Ht].
  unfold maps. simpl. destruct (app phi 0) as [y|]; [|reflexivity]. cbn [option_map].
  destruct (triple_eq_dec (Attr 0 y 0) u) as [E|_]; [|reflexivity]. subst u. apply in_lean_base in Hu.
  destruct Hu as (x & [E|[E|(w & E)]]); discriminate.
Qed.

Definition top_matched (top : bool) (phi : align) : Z :=
  if top then match app phi 0 with Some O => 1 | _ => 0 end else 0.

Lemma sided_score_sum top n m A B phi :
  things_ok n A -> things_ok m B ->
  sided_score top n m A B phi
  = top_matched top phi
    + zsum (fun e => zsum (fun e' => if maps phi (thing_triple (fst e)) (thing_triple (fst e'))
                                      then snd e * snd e' else 0) B) A.
Proof.
  intros [NA OA] [NB OB]. unfold sided_score, weighted_lean.
  rewrite score_of_weighted;
    [| apply weighted_positive; intros e He; apply OA, He | apply weighted_positive; intros e He; apply OB, He
     | apply weighted_distinct; [lia | exact NA] | apply weighted_distinct; [lia | exact NB]].
  unfold weighted_graph at 2. rewrite zsum_app, !zsum_map. f_equal.
  - rewrite zsum_app. rewrite (zsum_zero _ (lean_base 0 n)), Z.add_0_r.
    + destruct top; cbn [top_triple zsum top_matched]; [|reflexivity]. rewrite Z.add_0_r.
      unfold weighted_graph, weighted_things. rewrite map_app, !zsum_app, !zsum_map. cbn [fst snd top_triple zsum].
      rewrite (zsum_zero _ (lean_base 1 m)), (zsum_zero _ B).
      * unfold maps. simpl image. destruct (app phi 0) as [[|y]|]; simpl; try reflexivity.
      * intros e _. cbn [fst snd]. rewrite (maps_top_thing phi true) by (simpl; auto). reflexivity.
      * intros t Ht. rewrite (maps_top_base phi true m) by (simpl; auto). reflexivity.
    + intros t Ht. apply zsum_zero. intros e' He'. cbn [fst snd].
      rewrite (maps_base_left top n m B phi t (fst e') Ht (in_map fst _ _ He')). reflexivity.
  - unfold weighted_things. rewrite zsum_map. apply zsum_ext. intros e He. cbn [fst snd].
    unfold weighted_graph, weighted_things.
    rewrite zsum_app, !zsum_map. cbn [fst snd]. rewrite zsum_zero; [reflexivity|].
    intros t Ht. rewrite (maps_thing_base phi top m) by exact Ht. reflexivity.
Qed.

Lemma product_score_sum top n A B phi :
  things_ok n A -> things_ok n B ->
  product_score top n A B phi
  = top_matched top phi
    + zsum (fun e => zsum (fun e' => if maps phi (thing_triple (fst e)) (thing_triple (fst e'))
                                      then snd e * snd e' else 0) B) A.
Proof. apply sided_score_sum. Qed.

(** The permutation pi, together with the roots. *)
Lemma maps_lift pi x y : maps (lift pi) (thing_triple x) (thing_triple y) = sends pi x y.
Proof.
  unfold maps, sends. destruct x as [l i|l i k]; cbn [thing_triple image]; rewrite !lift_app_map; unfold moved.
  - destruct (app pi i) as [j|]; [|reflexivity]. cbn [option_map].
    destruct (triple_eq_dec _ _) as [E|E], (thing_eq_dec _ _) as [F|F]; try reflexivity; exfalso.
    + apply F. apply (thing_triple_inj (Own l j)). exact E.
    + apply E. rewrite <- F. reflexivity.
  - destruct (app pi i) as [j|], (app pi k) as [m|]; try reflexivity. cbn [option_map].
    destruct (triple_eq_dec _ _) as [E|E], (thing_eq_dec _ _) as [F|F]; try reflexivity; exfalso.
    + apply F. apply (thing_triple_inj (Arc l j m)). exact E.
    + apply E. rewrite <- F. reflexivity.
Qed.

Theorem weighted_value top n A B pi :
  things_ok n A -> things_ok n B ->
  product_score top n A B (lift pi) = Z.of_nat (top_value top) + qap_gain A B pi.
Proof.
  intros OA OB. rewrite product_score_sum by assumption. f_equal; [destruct top; reflexivity|].
  apply zsum_ext. intros e _. apply zsum_ext. intros e' _. rewrite maps_lift. reflexivity.
Qed.

Theorem weighted_back top n A B phi :
  things_ok n A -> things_ok n B -> pinj phi ->
  exists pi, perm n pi /\ product_score top n A B phi <= Z.of_nat (top_value top) + qap_gain A B pi.
Proof.
  intros OA OB P. assert (PR := restrict_pinj n phi P).
  assert (WR : within n (restrict n phi)) by (intros i j H; apply in_restrict in H; tauto).
  destruct (extend n _ _ PR WR eq_refl (within_length n _ PR WR)) as (pi & Perm & Sub).
  exists pi. split; [exact Perm|]. rewrite product_score_sum by assumption.
  assert (App : forall i j, (i < n)%nat -> (j < n)%nat -> app phi (S i) = Some (S j) -> app pi i = Some j).
  { intros i j Hi Hj E. apply In_app; [apply Perm|]. apply Sub, in_restrict. apply app_In in E. auto. }
  apply Z.add_le_mono.
  - unfold top_matched. destruct top; simpl; [|lia]. destruct (app phi 0) as [[|y]|]; lia.
  - apply zsum_le. intros e He. apply zsum_le. intros e' He'.
    destruct OA as [_ OA], OB as [_ OB]. destruct (OA e He) as [Ie We], (OB e' He') as [Ie' We'].
    destruct (maps phi (thing_triple (fst e)) (thing_triple (fst e'))) eqn:M.
    + replace (sends pi (fst e) (fst e')) with true; [lia|]. symmetry. apply maps_iff in M. unfold sends.
      destruct (fst e) as [l i|l i k], (fst e') as [l' j|l' j m]; simpl in M, Ie, Ie'.
      * destruct (app phi (S i)) as [y|] eqn:Ei; [|discriminate]. injection M as -> ->.
        cbn [moved]. rewrite (App i j Ie Ie' Ei). cbn [option_map]. destruct (thing_eq_dec _ _); [reflexivity | congruence].
      * destruct (app phi (S i)); discriminate.
      * destruct (app phi (S i)); [|discriminate]. destruct (app phi (S k)); discriminate.
      * destruct (app phi (S i)) as [y|] eqn:Ei; [|discriminate]. destruct (app phi (S k)) as [z|] eqn:Ek; [|discriminate].
        injection M as -> -> ->. destruct Ie as [Hi Hk], Ie' as [Hj Hm].
        cbn [moved]. rewrite (App i j Hi Hj Ei), (App k m Hk Hm Ek). destruct (thing_eq_dec _ _); [reflexivity | congruence].
    + destruct (sends pi (fst e) (fst e')); nia.
Qed.

(** The best score is the greatest gain, and 1 more with TOP. *)
Theorem weighted_opt top n A B k :
  things_ok n A -> things_ok n B ->
  (exists pi, perm n pi /\ k <= qap_gain A B pi)
  <-> exists phi, pinj phi /\ Z.of_nat (top_value top) + k <= product_score top n A B phi.
Proof.
  intros OA OB. split.
  - intros (pi & Perm & H). exists (lift pi). split; [apply lift_pinj, Perm|].
    rewrite weighted_value by assumption. lia.
  - intros (phi & P & H). destruct (weighted_back top n A B phi OA OB P) as (pi & Perm & K).
    exists pi. split; [exact Perm | lia].
Qed.

(** Where a cost is a constant less the gain, in units, the least cost is what the best score leaves of the constant. *)
Corollary least_cost top n A B (cost : align -> Z) unit constant best :
  things_ok n A -> things_ok n B -> 1 <= unit ->
  (forall pi, perm n pi -> cost pi = unit * (constant - qap_gain A B pi)) ->
  (exists phi, pinj phi /\ product_score top n A B phi = best) ->
  (forall phi, pinj phi -> product_score top n A B phi <= best) ->
  let least := unit * (constant + Z.of_nat (top_value top) - best) in
  (exists pi, perm n pi /\ cost pi <= least) /\ (forall pi, perm n pi -> least <= cost pi).
Proof.
  intros OA OB Unit Cost (phi & P & Best) Most least. split.
  - destruct (weighted_back top n A B phi OA OB P) as (pi & Perm & K). exists pi. split; [exact Perm|].
    rewrite Cost by exact Perm. unfold least. nia.
  - intros pi Perm. rewrite Cost by exact Perm. unfold least.
    specialize (Most (lift pi) (lift_pinj pi (proj1 Perm))). rewrite weighted_value in Most by assumption. nia.
Qed.
