(** * 0-1 MAX-QAP reduces to SMATCH

    A 0-1 matrix with zero diagonal is the list of its arcs, the positions that hold a 1.  The value of a permutation
    pi of 0 .. n-1 for two matrices A and B is the sum of A(i,j) B(pi i, pi j) over all i and j: [qapval], the number of
    arcs of A that pi sends to arcs of B.  Both matrices are encoded like the pattern in SubgraphIsomorphism.v, and

    - the permutation pi, together with the roots, has the score 2 n + 2 + value ([qap_value]);
    - every alignment whatever can be turned into a permutation worth at least as much ([qap_back]);
    - so the best score is 2 n + 2 more than the best value ([qap_opt]).

    For [qap_back], keep the pairs that align a vertex with a vertex and complete them to a permutation: triples that
    are not arcs are then matched anyhow, and an arc that was matched had both its ends aligned with vertices.

    The Python counterpart is reductions/to_smatch/assignment.py.  With --diagonal an entry of the diagonal is one more
    attribute of its vertex, as a loop is in LabelledSubgraph.v: [diagonal_value], [diagonal_back], [diagonal_opt]. *)

From Coq Require Import Arith Lia Bool List.
From SmatchProof Require Import Smatch SubgraphIsomorphism LabelledSubgraph.
Import ListNotations.

(** ** Definitions *)

Definition within n (pi : align) := forall i j, In (i, j) pi -> i < n /\ j < n.

(** A permutation of 0 .. n-1: a partial injection with n pairs. *)
Definition perm n (pi : align) := pinj pi /\ within n pi /\ length pi = n.

Definition hit (EB : list (nat * nat)) (pi : align) (e : nat * nat) : bool :=
  match app pi (fst e), app pi (snd e) with
  | Some y, Some z => if in_dec pair_dec (y, z) EB then true else false
  | _, _ => false
  end.

Definition qapval EA EB pi := length (filter (hit EB pi) EA).

(** The part of an alignment that aligns vertices below [n] with vertices below [n]. *)
Fixpoint restrict n (phi : align) : align :=
  match phi with
  | [] => []
  | (S i, S j) :: r => if Nat.ltb i n && Nat.ltb j n then (i, j) :: restrict n r else restrict n r
  | _ :: r => restrict n r
  end.

(** ** Permutations *)

Lemma within_fst n pi : within n pi -> incl (map fst pi) (seq 0 n).
Proof.
  intros W x Hx. apply in_map_iff in Hx. destruct Hx as ([a b] & <- & Hx).
  apply in_seq. apply W in Hx. simpl. lia.
Qed.

Lemma within_length n pi : pinj pi -> within n pi -> length pi <= n.
Proof.
  intros [N _] W. rewrite <- (map_length fst). rewrite <- (seq_length n 0) at 1.
  apply NoDup_incl_length; [exact N | apply within_fst, W].
Qed.

Lemma perm_total n pi : perm n pi -> forall i, i < n -> exists j, j < n /\ In (i, j) pi.
Proof.
  intros ((N1 & _) & W & L) i Hi.
  assert (I : incl (seq 0 n) (map fst pi)).
  { apply NoDup_length_incl; [exact N1 | rewrite seq_length, map_length; lia | apply within_fst, W]. }
  assert (K : In i (map fst pi)) by (apply I, in_seq; lia).
  apply in_map_iff in K. destruct K as ([a b] & <- & K). exists b. split; [apply (W a b K) | exact K].
Qed.

Lemma exists_fresh n l : length l < n -> exists i, i < n /\ ~ In i l.
Proof.
  intros H. destruct (Exists_dec (fun i => ~ In i l) (seq 0 n)) as [E|E].
  - intros x. destruct (in_dec Nat.eq_dec x l); [right|left]; auto.
  - apply Exists_exists in E. destruct E as (i & Hi & K). apply in_seq in Hi. exists i. split; [lia | exact K].
  - exfalso. assert (I : incl (seq 0 n) l).
    { intros x Hx. destruct (in_dec Nat.eq_dec x l); auto. exfalso. apply E, Exists_exists. eauto. }
    apply NoDup_incl_length in I; [rewrite seq_length in I; lia | apply seq_NoDup].
Qed.

(** A partial injection within 0 .. n-1 can be completed; [d] is the number of missing pairs. *)
Lemma extend n d : forall pi,
  pinj pi -> within n pi -> n - length pi = d -> length pi <= n -> exists rho, perm n rho /\ incl pi rho.
Proof.
  induction d as [|d IH]; intros pi P W D L.
  - exists pi. split; [split; [auto | split; [auto | lia]] | apply incl_refl].
  - destruct (exists_fresh n (map fst pi)) as (i & Hi & Fi); [rewrite map_length; lia|].
    destruct (exists_fresh n (map snd pi)) as (j & Hj & Fj); [rewrite map_length; lia|].
    destruct (IH ((i, j) :: pi)) as (rho & R & I).
    + destruct P. split; simpl; constructor; auto.
    + intros a b [E|H]; [injection E as <- <-; auto | apply W, H].
    + simpl. lia.
    + simpl. lia.
    + exists rho. split; auto. intros x Hx. apply I. simpl. auto.
Qed.

(** ** The part of an alignment on vertices *)

(** One pair at a time: [restrict] keeps (S i, S j) as (i, j) if both are below [n], and nothing else. *)
Lemma restrict_cons n p r i j :
  In (i, j) (restrict n (p :: r)) <-> (p = (S i, S j) /\ i < n /\ j < n) \/ In (i, j) (restrict n r).
Proof.
  destruct p as [[|a] [|b]]; simpl; [intuition discriminate ..|].
  destruct (Nat.ltb_spec a n) as [Ha|Ha], (Nat.ltb_spec b n) as [Hb|Hb]; simpl; split.
  - intros [E|H]; [injection E as <- <-|]; auto.
  - intros [(E & _)|H]; [injection E as <- <-|]; auto.
  - auto.
  - intros [(E & K)|H]; [injection E as <- <-; lia | exact H].
  - auto.
  - intros [(E & K)|H]; [injection E as <- <-; lia | exact H].
  - auto.
  - intros [(E & K)|H]; [injection E as <- <-; lia | exact H].
Qed.

Lemma in_restrict n phi i j : In (i, j) (restrict n phi) <-> In (S i, S j) phi /\ i < n /\ j < n.
Proof.
  induction phi as [|p r IH]; [simpl; tauto|].
  rewrite restrict_cons, IH. simpl. tauto.
Qed.

Lemma restrict_pinj n phi : pinj phi -> pinj (restrict n phi).
Proof.
  unfold pinj. induction phi as [|[x y] r IH]; simpl; [auto|].
  intros [N1 N2]. apply NoDup_cons_iff in N1. apply NoDup_cons_iff in N2.
  destruct N1 as [F1 N1], N2 as [F2 N2], (IH (conj N1 N2)) as [R1 R2].
  destruct x as [|a], y as [|b]; auto. destruct (Nat.ltb a n && Nat.ltb b n); auto.
  simpl. split; constructor; auto; intros K; apply in_map_iff in K; destruct K as ([u v] & E & K);
    simpl in E; subst; apply in_restrict in K; destruct K as [K _].
  - apply F1, (in_map fst _ _ K).
  - apply F2, (in_map snd _ _ K).
Qed.

(** ** The reduction *)

Lemma lift_app_map pi x : app (lift pi) (S x) = option_map S (app pi x).
Proof.
  unfold lift. cbn [app Nat.eqb].
  induction pi as [|[u v] r IH]; simpl; auto. destruct (Nat.eqb u x); auto.
Qed.

(** The score of a permutation, exactly. *)
Theorem qap_value n EA EB pi : perm n pi -> score (enc n EA) (enc n EB) (lift pi) = 2 * n + 2 + qapval EA EB pi.
Proof.
  intros Perm. unfold score. change (enc n EA) with (base n ++ map arc EA). rewrite filter_app_length. f_equal.
  - rewrite filter_all_eq, base_length; [reflexivity|].
    intros t Ht. apply (base_matched n); [apply Perm | apply perm_total, Perm | exact Ht].
  - apply filter_map_length. intros [a b] _. unfold matched, image, arc, hit. simpl fst. simpl snd.
    rewrite !lift_app_map. destruct (app pi a) as [y|], (app pi b) as [z|]; simpl; auto.
    destruct (in_dec pair_dec (y, z) EB) as [I|I].
    + apply tin_iff, in_enc_arc. eauto.
    + destruct (tin _ _) eqn:E; auto. apply tin_iff, in_enc_arc in E.
      destruct E as (u & v & E1 & E2 & K). injection E1 as <-. injection E2 as <-. tauto.
Qed.

(** Every alignment can be completed to a permutation without losing value. *)
Theorem qap_back n EA EB phi :
  wf n EA -> wf n EB -> pinj phi ->
  exists pi, perm n pi /\ score (enc n EA) (enc n EB) phi <= 2 * n + 2 + qapval EA EB pi.
Proof.
  intros WA WB P. assert (PR := restrict_pinj n phi P).
  assert (WR : within n (restrict n phi)) by (intros i j H; apply in_restrict in H; tauto).
  destruct (extend n _ _ PR WR eq_refl (within_length n _ PR WR)) as (pi & Perm & Sub).
  exists pi. split; [exact Perm|]. rewrite <- qap_value by exact Perm.
  apply filter_mono. intros t Ht M. apply in_app_iff in Ht. destruct Ht as [Ht|Ht].
  - apply (base_matched n); [apply Perm | apply perm_total, Perm | exact Ht].
  - apply in_map_iff in Ht. destruct Ht as ([a b] & <- & Hab).
    unfold matched, image, arc in M |- *. simpl fst in *. simpl snd in *.
    destruct (app phi (S a)) as [y|] eqn:Ea; [|discriminate].
    destruct (app phi (S b)) as [z|] eqn:Eb; [|discriminate].
    assert (I := M). apply tin_iff, in_enc_arc in I. destruct I as (u & v & -> & -> & K).
    destruct (WA a b Hab), (WB u v K). apply app_In in Ea. apply app_In in Eb.
    rewrite (lift_app pi a u), (lift_app pi b v); [exact M | | | |]; try apply Perm; apply Sub, in_restrict; auto.
Qed.

Corollary qap_opt n EA EB k :
  wf n EA -> wf n EB ->
  (exists pi, perm n pi /\ k <= qapval EA EB pi) <-> SMATCH (enc n EA) (enc n EB) (2 * n + 2 + k).
Proof.
  intros WA WB. split.
  - intros (pi & Perm & H). exists (lift pi). split; [apply lift_pinj, Perm|].
    rewrite qap_value by exact Perm. lia.
  - intros (phi & P & H). destruct (qap_back n EA EB phi WA WB P) as (pi & Perm & K).
    exists pi. split; [exact Perm | lia].
Qed.

(** ** The lean form

    The two graphs have no concept and no membership in common (--lean): side 0 and side 1 have their own.  Then nothing
    but arcs matches, and the roots' TOP where there is one. *)

Definition lean_base (side n : nat) : list triple :=
  Inst 0 side :: flat_map (fun i => [Inst (S i) (2 + side); Rel (2 + side) 0 (S i)]) (seq 0 n).

Definition top_triple (top : bool) : list triple := if top then [Attr 0 0 0] else [].

Definition lean (top : bool) (side n : nat) (E : list (nat * nat)) : list triple :=
  top_triple top ++ lean_base side n ++ map arc E.

Lemma in_lean_base side n t :
  In t (lean_base side n) -> exists x, t = Inst x side \/ t = Inst x (2 + side) \/ exists y, t = Rel (2 + side) x y.
Proof.
  intros [<-|H]; [exists 0; auto|]. apply in_flat_map in H. destruct H as (i & _ & [<-|[<-|[]]]); eauto 6.
Qed.

Lemma in_lean_arc top n E y z : In (Rel 1 y z) (lean top 1 n E) <-> exists a b, y = S a /\ z = S b /\ In (a, b) E.
Proof.
  unfold lean. rewrite !in_app_iff. split.
  - intros [H|[H|H]].
    + destruct top; simpl in H; [destruct H as [H|[]]; discriminate | destruct H].
    + apply in_lean_base in H. destruct H as (x & [H|[H|(w & H)]]); discriminate.
    + apply in_map_iff in H. destruct H as ([a b] & E' & H). injection E' as <- <-. eauto.
  - intros (a & b & -> & -> & H). right. right. apply in_map_iff. exists (a, b). auto.
Qed.

(** What is neither TOP nor an arc is not matched by any alignment. *)
Lemma lean_base_unmatched top n E phi t : In t (lean_base 0 n) -> matched (lean top 1 n E) phi t = false.
Proof.
  intros H. apply not_true_is_false. intros M. unfold matched in M.
  assert (Away : forall u, In u (lean top 1 n E) -> (forall y, u <> Inst y 0 /\ u <> Inst y 2) /\ forall y z, u <> Rel 2 y z).
  { intros u Hu. unfold lean in Hu. rewrite !in_app_iff in Hu. destruct Hu as [Hu|[Hu|Hu]].
    - destruct top; simpl in Hu; [destruct Hu as [<-|[]] | destruct Hu]. repeat split; discriminate.
    - apply in_lean_base in Hu. destruct Hu as (x & [->|[->|(w & ->)]]); repeat split; discriminate.
    - apply in_map_iff in Hu. destruct Hu as ([a b] & <- & _). repeat split; discriminate. }
  apply in_lean_base in H. destruct H as (x & [->|[->|(w & ->)]]); simpl in M.
  - destruct (app phi x) as [y|]; [|discriminate]. apply tin_iff, Away in M. destruct M as [M _]. destruct (M y). congruence.
  - destruct (app phi x) as [y|]; [|discriminate]. apply tin_iff, Away in M. destruct M as [M _]. destruct (M y). congruence.
  - destruct (app phi x) as [y|]; [|discriminate]. destruct (app phi w) as [z|]; [|discriminate].
    apply tin_iff, Away in M. destruct M as [_ M]. exact (M y z eq_refl).
Qed.

Definition top_value (top : bool) : nat := if top then 1 else 0.

Theorem lean_value top n EA EB pi :
  score (lean top 0 n EA) (lean top 1 n EB) (lift pi) = top_value top + qapval EA EB pi.
Proof.
  unfold score. unfold lean at 2. rewrite !filter_app_length. f_equal; [destruct top; reflexivity|].
  replace (length (filter (matched (lean top 1 n EB) (lift pi)) (lean_base 0 n))) with 0.
  - simpl. apply filter_map_length. intros [a b] _. unfold matched, image, arc, hit. simpl fst. simpl snd.
    rewrite !lift_app_map. destruct (app pi a) as [y|], (app pi b) as [z|]; simpl; auto.
    destruct (in_dec pair_dec (y, z) EB) as [I|I].
    + apply tin_iff, in_lean_arc. eauto.
    + destruct (tin _ _) eqn:E; auto. apply tin_iff, in_lean_arc in E.
      destruct E as (u & v & E1 & E2 & K). injection E1 as <-. injection E2 as <-. tauto.
  - symmetry. assert (None := fun t => lean_base_unmatched top n EB (lift pi) t). revert None.
    induction (lean_base 0 n) as [|t l IH]; intros None; [reflexivity|]. simpl. rewrite None by (simpl; auto).
    apply IH. intros u Hu. apply None. simpl. auto.
Qed.

Theorem lean_back top n EA EB phi :
  wf n EA -> wf n EB -> pinj phi ->
  exists pi, perm n pi /\ score (lean top 0 n EA) (lean top 1 n EB) phi <= top_value top + qapval EA EB pi.
Proof.
  intros WA WB P. assert (PR := restrict_pinj n phi P).
  assert (WR : within n (restrict n phi)) by (intros i j H; apply in_restrict in H; tauto).
  destruct (extend n _ _ PR WR eq_refl (within_length n _ PR WR)) as (pi & Perm & Sub).
  exists pi. split; [exact Perm|]. rewrite <- (lean_value top n).
  apply filter_mono. intros t Ht M. unfold lean in Ht. rewrite !in_app_iff in Ht. destruct Ht as [Ht|[Ht|Ht]].
  - destruct top; simpl in Ht; [destruct Ht as [<-|[]] | destruct Ht]. reflexivity.
  - rewrite (lean_base_unmatched top n EB phi t Ht) in M. discriminate.
  - apply in_map_iff in Ht. destruct Ht as ([a b] & <- & Hab).
    unfold matched, image, arc in M |- *. simpl fst in *. simpl snd in *.
    destruct (app phi (S a)) as [y|] eqn:Ea; [|discriminate].
    destruct (app phi (S b)) as [z|] eqn:Eb; [|discriminate].
    assert (I := M). apply tin_iff, in_lean_arc in I. destruct I as (u & v & -> & -> & K).
    destruct (WA a b Hab), (WB u v K). apply app_In in Ea. apply app_In in Eb.
    rewrite (lift_app pi a u), (lift_app pi b v); [exact M | | | |]; try apply Perm; apply Sub, in_restrict; auto.
Qed.

(** So the best score is the best value, and 1 more with TOP. *)
Corollary lean_opt top n EA EB k :
  wf n EA -> wf n EB ->
  (exists pi, perm n pi /\ k <= qapval EA EB pi) <-> SMATCH (lean top 0 n EA) (lean top 1 n EB) (top_value top + k).
Proof.
  intros WA WB. split.
  - intros (pi & Perm & H). exists (lift pi). split; [apply lift_pinj, Perm|]. rewrite lean_value. lia.
  - intros (phi & P & H). destruct (lean_back top n EA EB phi WA WB P) as (pi & Perm & K).
    exists pi. split; [exact Perm | lia].
Qed.

(** ** With the diagonal

    The list of arcs may hold loops, the ones of the diagonal. *)

Definition diagonal_enc n (E : list (nat * nat)) : list triple := labelled_enc n (directed_arcs E).

Lemma diagonal_arc_matched n EB pi a b : pinj pi ->
  matched (diagonal_enc n EB) (lift pi) (labelled_arc (0, (a, b))) = hit EB pi (a, b).
Proof.
  intros P. unfold matched, labelled_arc, hit. cbn [fst snd].
  destruct (Nat.eqb_spec a b) as [<-|Ne]; unfold image; rewrite !lift_app_map.
  - destruct (app pi a) as [y|]; [|reflexivity]. cbn [option_map].
    apply eq_true_iff_eq. rewrite tin_iff. destruct (in_dec pair_dec (y, y) EB) as [I|I]; split; try auto; intros H.
    + assert (K := in_labelled n (directed_arcs EB) 0 y y (proj2 (in_directed EB 0 y y) (conj eq_refl I))).
      unfold labelled_arc in K. rewrite Nat.eqb_refl in K. exact K.
    + exfalso. apply labelled_loop in H. destruct H as (x & E & H). injection E as <-. apply in_directed in H. tauto.
    + discriminate.
  - destruct (app pi a) as [y|] eqn:Ea, (app pi b) as [z|] eqn:Eb; try reflexivity. cbn [option_map].
    assert (Nyz : y <> z) by (intros ->; apply Ne, (pinj_inj pi a b z P Ea Eb)).
    apply eq_true_iff_eq. rewrite tin_iff. destruct (in_dec pair_dec (y, z) EB) as [I|I]; split; try auto; intros H.
    + assert (K := in_labelled n (directed_arcs EB) 0 y z (proj2 (in_directed EB 0 y z) (conj eq_refl I))).
      unfold labelled_arc in K. destruct (Nat.eqb_spec y z); [contradiction | exact K].
    + exfalso. apply (labelled_rel n (directed_arcs EB) 0) in H. destruct H as (u & v & E & F & H).
      injection E as <-. injection F as <-. apply in_directed in H. tauto.
    + discriminate.
Qed.

Theorem diagonal_value n EA EB pi :
  perm n pi -> score (diagonal_enc n EA) (diagonal_enc n EB) (lift pi) = 2 * n + 2 + qapval EA EB pi.
Proof.
  intros Perm. unfold score. unfold diagonal_enc at 2. unfold labelled_enc. rewrite filter_app_length. f_equal.
  - rewrite filter_all_eq, base_length; [reflexivity|].
    intros t Ht. apply (labelled_base_matched n); [apply Perm | apply perm_total, Perm | exact Ht].
  - unfold directed_arcs. rewrite map_map. apply filter_map_length. intros [a b] _.
    apply diagonal_arc_matched, Perm.
Qed.

Theorem diagonal_back n EA EB phi :
  wf n EA -> wf n EB -> pinj phi ->
  exists pi, perm n pi /\ score (diagonal_enc n EA) (diagonal_enc n EB) phi <= 2 * n + 2 + qapval EA EB pi.
Proof.
  intros WA WB P. assert (PR := restrict_pinj n phi P).
  assert (WR : within n (restrict n phi)) by (intros i j H; apply in_restrict in H; tauto).
  destruct (extend n _ _ PR WR eq_refl (within_length n _ PR WR)) as (pi & Perm & Sub).
  exists pi. split; [exact Perm|]. rewrite <- diagonal_value by exact Perm.
  apply filter_mono. intros t Ht M. apply labelled_cases in Ht. destruct Ht as [Ht|(l & a & b & Hab & ->)].
  - apply (labelled_base_matched n); [apply Perm | apply perm_total, Perm | exact Ht].
  - apply in_directed in Hab. destruct Hab as [-> Hab]. destruct (WA a b Hab) as [Ha Hb].
    rewrite diagonal_arc_matched by apply Perm. unfold hit. cbn [fst snd].
    assert (App : forall x y, x < n -> y < n -> app phi (S x) = Some (S y) -> app pi x = Some y).
    { intros x y Hx Hy E. apply In_app; [apply Perm|]. apply Sub, in_restrict. apply app_In in E. auto. }
    unfold matched, labelled_arc in M. destruct (Nat.eqb_spec a b) as [<-|Ne]; unfold image in M.
    + destruct (app phi (S a)) as [y|] eqn:Ea; [|discriminate]. apply tin_iff, labelled_loop in M.
      destruct M as (u & -> & K). apply in_directed in K. destruct K as [_ K]. destruct (WB u u K) as [Hu _].
      rewrite (App a u Ha Hu Ea). destruct (in_dec pair_dec (u, u) EB); [reflexivity | contradiction].
    + destruct (app phi (S a)) as [y|] eqn:Ea; [|discriminate]. destruct (app phi (S b)) as [w|] eqn:Eb; [|discriminate].
      apply tin_iff, (labelled_rel n (directed_arcs EB) 0) in M. destruct M as (u & v & -> & -> & K).
      apply in_directed in K. destruct K as [_ K]. destruct (WB u v K) as [Hu Hv].
      rewrite (App a u Ha Hu Ea), (App b v Hb Hv Eb).
      destruct (in_dec pair_dec (u, v) EB); [reflexivity | contradiction].
Qed.

Corollary diagonal_opt n EA EB k :
  wf n EA -> wf n EB ->
  (exists pi, perm n pi /\ k <= qapval EA EB pi) <-> SMATCH (diagonal_enc n EA) (diagonal_enc n EB) (2 * n + 2 + k).
Proof.
  intros WA WB. split.
  - intros (pi & Perm & H). exists (lift pi). split; [apply lift_pinj, Perm|].
    rewrite diagonal_value by exact Perm. lia.
  - intros (phi & P & H). destruct (diagonal_back n EA EB phi WA WB P) as (pi & Perm & K).
    exists pi. split; [exact Perm | lia].
Qed.
