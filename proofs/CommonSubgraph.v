(** * MAXIMUM COMMON EDGE SUBGRAPH is SMATCH, value for value

    SubgraphIsomorphism.v asks whether all edges of H fit into G at once.  The same two lists of triples also tell how
    many fit.  Let a partial injection from the vertices of H to those of G be worth the number of edges of H that it
    sends to edges of G: [common].  Then, for every k,

      some partial injection preserves k edges or more
      <->  some alignment matches 2 + 2 min(nH, nG) + k triples or more      ([common_iff_smatch]).

    In other words, the best score is 2 + 2 min(nH, nG) more than the size of a maximum common edge subgraph.  Every
    edge of H counts once per entry of its list; self-loops and repeated entries do no harm.

    Left to right: complete the injection until one of the graphs has no vertex left ([widen]); with the roots aligned
    it scores 2 for the roots, 2 for each pair and 1 for each preserved edge ([lift_score]).  Right to left: a pair of a
    root and a vertex is worth nothing, so drop all such pairs and align the roots ([vertex_part_score]); no more than
    min(nH, nG) pairs are left.

    The Python counterpart is reductions/to_smatch/subgraphs.py. *)

From Coq Require Import Arith Lia Bool List.
From SmatchProof Require Import Smatch SubgraphIsomorphism MaxQap.
Import ListNotations.

(** ** Definitions *)

(** The pairs lead from 0 .. nH-1 to 0 .. nG-1. *)
Definition between nH nG (pi : align) := forall i j, In (i, j) pi -> i < nH /\ j < nG.

(** The number of edges of H that [pi] sends to edges of G, in one direction or the other. *)
Definition common EH EG (pi : align) := qapval EH (both EG) pi.

(** The part of an alignment that aligns vertices with vertices. *)
Definition vertex_part nH nG (phi : align) : align :=
  filter (fun p => (fst p <? nH) && (snd p <? nG)) (restrict (Nat.max nH nG) phi).

(** ** What [common] counts, in words of the graphs *)

Lemma in_both E a b : In (a, b) (both E) <-> adj E a b.
Proof.
  unfold both, adj. rewrite in_app_iff, in_map_iff. split; intros [H|H]; auto.
  - destruct H as ([u v] & H & K). injection H as <- <-. auto.
  - right. exists (b, a). auto.
Qed.

Lemma hit_both EG pi a b :
  pinj pi ->
  hit (both EG) pi (a, b) = true <-> exists u v, In (a, u) pi /\ In (b, v) pi /\ adj EG u v.
Proof.
  intros P. unfold hit. simpl. split.
  - destruct (app pi a) as [u|] eqn:Ea; [|discriminate]. destruct (app pi b) as [v|] eqn:Eb; [|discriminate].
    destruct (in_dec pair_dec (u, v) (both EG)) as [I|_]; [|discriminate]. intros _.
    exists u, v. repeat split; [apply app_In, Ea | apply app_In, Eb | apply in_both, I].
  - intros (u & v & Ha & Hb & K). rewrite (In_app pi a u), (In_app pi b v) by (auto; apply P).
    destruct (in_dec pair_dec (u, v) (both EG)) as [_|I]; [reflexivity|]. elim I. apply in_both, K.
Qed.

Lemma common_incl EH EG pi rho : pinj pi -> pinj rho -> incl pi rho -> common EH EG pi <= common EH EG rho.
Proof.
  intros P R I. apply filter_mono. intros [a b] _. rewrite !hit_both by assumption.
  intros (u & v & Ha & Hb & K). exists u, v. auto.
Qed.

Lemma common_le EH EG pi : common EH EG pi <= length EH.
Proof. apply filter_le. Qed.

(** ** Partial injections of vertices *)

Lemma between_length nH nG pi : pinj pi -> between nH nG pi -> length pi <= Nat.min nH nG.
Proof.
  intros [N1 N2] B. apply Nat.min_glb.
  - rewrite <- (map_length fst), <- (seq_length nH 0). apply NoDup_incl_length; [exact N1|].
    intros x H. apply in_map_iff in H. destruct H as ([i j] & <- & H). apply in_seq. apply B in H. simpl. lia.
  - rewrite <- (map_length snd), <- (seq_length nG 0). apply NoDup_incl_length; [exact N2|].
    intros x H. apply in_map_iff in H. destruct H as ([i j] & <- & H). apply in_seq. apply B in H. simpl. lia.
Qed.

(** A partial injection can be completed until one side is used up; [d] is the number of missing pairs. *)
Lemma widen nH nG d : forall pi,
  pinj pi -> between nH nG pi -> length pi + d = Nat.min nH nG ->
  exists rho, pinj rho /\ between nH nG rho /\ length rho = Nat.min nH nG /\ incl pi rho.
Proof.
  induction d as [|d IH]; intros pi P B L.
  - exists pi. split; [exact P|]. split; [exact B|]. split; [lia | apply incl_refl].
  - destruct (exists_fresh nH (map fst pi)) as (i & Hi & Fi); [rewrite map_length; lia|].
    destruct (exists_fresh nG (map snd pi)) as (j & Hj & Fj); [rewrite map_length; lia|].
    destruct (IH ((i, j) :: pi)) as (rho & R & BR & LR & I).
    + destruct P. split; simpl; constructor; auto.
    + intros a b [E|H]; [injection E as <- <-; auto | apply B, H].
    + simpl. lia.
    + exists rho. split; [exact R|]. split; [exact BR|]. split; [exact LR|].
      intros x Hx. apply I. simpl. auto.
Qed.

(** ** The score of an alignment of vertices *)

Definition aligned (pi : align) i := match app pi i with Some _ => true | None => false end.

Lemma aligned_count nH nG pi :
  pinj pi -> between nH nG pi ->
  length (filter (aligned pi) (seq 0 nH)) = length pi.
Proof.
  intros [N _] B. rewrite <- (map_length fst pi).
  assert (E : forall i, In i (filter (aligned pi) (seq 0 nH)) <-> In i (map fst pi)).
  { intros i. rewrite filter_In, in_seq, in_map_iff. unfold aligned. split.
    - intros [_ H]. destruct (app pi i) as [j|] eqn:Ei; [|discriminate]. exists (i, j). split; auto. apply app_In, Ei.
    - intros ([a j] & <- & H). simpl. rewrite (In_app pi a j N H). apply B in H. split; [lia | reflexivity]. }
  apply Nat.le_antisymm; apply NoDup_incl_length; auto.
  - apply NoDup_filter, seq_NoDup.
  - intros i. apply E.
  - intros i. apply E.
Qed.

(** 2 from the roots, 2 from each pair (a concept and a membership), the rest from arcs. *)
Theorem lift_score nH nG EA EB pi :
  pinj pi -> between nH nG pi ->
  score (enc nH EA) (enc nG EB) (lift pi) = 2 + 2 * length pi + qapval EA EB pi.
Proof.
  intros P B. unfold score. change (enc nH EA) with (base nH ++ map arc EA). rewrite filter_app_length. f_equal.
  - assert (R1 : matched (enc nG EB) (lift pi) (Inst 0 0) = true) by (apply tin_iff, base_enc, in_base; auto).
    assert (R2 : matched (enc nG EB) (lift pi) (Attr 0 0 0) = true) by (apply tin_iff, base_enc, in_base; auto).
    unfold base. cbn [filter]. rewrite R1, R2. cbn [length]. rewrite filter_app_length.
    rewrite !(filter_map_length _ _ (aligned pi)), (aligned_count nH nG pi P B); [lia| |].
    + intros i _. unfold matched, image, aligned. rewrite lift_app_map. cbn [app lift Nat.eqb].
      destruct (app pi i) as [j|] eqn:Ei; cbn [option_map]; [|reflexivity].
      apply app_In, B in Ei. apply tin_iff, base_enc, in_base. right. right. exists j. tauto.
    + intros i _. unfold matched, image, aligned. rewrite lift_app_map.
      destruct (app pi i) as [j|] eqn:Ei; cbn [option_map]; [|reflexivity].
      apply app_In, B in Ei. apply tin_iff, base_enc, in_base. right. right. exists j. tauto.
  - apply filter_map_length. intros [a b] _. unfold matched, image, arc, hit. simpl fst. simpl snd.
    rewrite !lift_app_map. destruct (app pi a) as [y|], (app pi b) as [z|]; cbn [option_map]; auto.
    apply eq_true_iff_eq. rewrite tin_iff, in_enc_arc. destruct (in_dec pair_dec (y, z) EB) as [I|I].
    + split; eauto.
    + split; [|discriminate]. intros (u & v & E1 & E2 & K). injection E1 as <-. injection E2 as <-. tauto.
Qed.

(** ** From any alignment to one of vertices *)

Lemma in_vertex_part nH nG phi i j :
  In (i, j) (vertex_part nH nG phi) <-> In (S i, S j) phi /\ i < nH /\ j < nG.
Proof.
  unfold vertex_part. rewrite filter_In, in_restrict, andb_true_iff, !Nat.ltb_lt. simpl. split; [tauto|].
  intros (H & Hi & Hj). repeat split; auto; lia.
Qed.

Lemma vertex_part_pinj nH nG phi : pinj phi -> pinj (vertex_part nH nG phi).
Proof. intros P. apply filter_pinj, restrict_pinj, P. Qed.

(** The right side has no other memberships than those of the root. *)
Lemma in_enc_member n E y z : In (Rel 0 y z) (enc n E) -> y = 0 /\ exists j, z = S j /\ j < n.
Proof.
  unfold enc. rewrite in_app_iff, in_base, in_map_iff.
  intros [[H|[H|[i [H [K|K]]]]]|[e [H _]]]; try discriminate. injection K as -> ->. eauto.
Qed.

(** Dropping all other pairs and aligning the roots loses nothing. *)
Lemma vertex_part_score nH nG EA EB phi :
  wf nH EA -> wf nG EB -> pinj phi ->
  score (enc nH EA) (enc nG EB) phi <= score (enc nH EA) (enc nG EB) (lift (vertex_part nH nG phi)).
Proof.
  intros WA WB P. assert (PR := vertex_part_pinj nH nG phi P).
  assert (Keep : forall i j, app phi (S i) = Some (S j) -> i < nH -> j < nG ->
    app (lift (vertex_part nH nG phi)) (S i) = Some (S j)).
  { intros i j E Hi Hj. apply lift_app; auto. apply in_vertex_part. apply app_In in E. auto. }
  apply filter_mono. intros t Ht M. apply in_app_iff in Ht. destruct Ht as [Ht|Ht].
  - apply in_base in Ht. destruct Ht as [->|[->|(i & Hi & [->| ->])]]; unfold matched, image in M |- *.
    + apply tin_iff, base_enc, in_base. auto.
    + apply tin_iff, base_enc, in_base. auto.
    + destruct (app phi (S i)) as [y|] eqn:E; [|discriminate].
      assert (K := M). apply tin_iff, in_enc_inst in K. destruct K as (j & -> & Hj).
      rewrite (Keep i j E Hi Hj). exact M.
    + destruct (app phi 0) as [x|]; [|discriminate]. destruct (app phi (S i)) as [y|] eqn:E; [|discriminate].
      assert (K := M). apply tin_iff, in_enc_member in K. destruct K as (-> & j & -> & Hj).
      rewrite (Keep i j E Hi Hj). exact M.
  - apply in_map_iff in Ht. destruct Ht as ([a b] & <- & Hab). destruct (WA a b Hab) as [Ha Hb].
    unfold matched, image, arc in M |- *. simpl fst in *. simpl snd in *.
    destruct (app phi (S a)) as [y|] eqn:Ea; [|discriminate].
    destruct (app phi (S b)) as [z|] eqn:Eb; [|discriminate].
    assert (K := M). apply tin_iff, in_enc_arc in K. destruct K as (u & v & -> & -> & K).
    destruct (WB u v K) as [Hu Hv]. rewrite (Keep a u Ea Ha Hu), (Keep b v Eb Hb Hv). exact M.
Qed.

(** ** The reduction *)

Lemma both_wf n E : wf n E -> wf n (both E).
Proof. intros W a b H. apply in_both in H. destruct H as [H|H]; apply W in H; tauto. Qed.

(** Every alignment gives a partial injection that accounts for its score. *)
Theorem common_back nH EH nG EG phi :
  wf nH EH -> wf nG EG -> pinj phi ->
  let pi := vertex_part nH nG phi in
  pinj pi /\ between nH nG pi /\
  score (enc nH EH) (enc nG (both EG)) phi <= 2 + 2 * Nat.min nH nG + common EH EG pi.
Proof.
  intros WH WG P pi. assert (PR : pinj pi) by apply vertex_part_pinj, P.
  assert (B : between nH nG pi) by (intros i j H; apply in_vertex_part in H; tauto).
  split; [exact PR|]. split; [exact B|].
  rewrite (vertex_part_score nH nG EH (both EG) phi WH (both_wf nG EG WG) P).
  rewrite lift_score by assumption. assert (L := between_length nH nG pi PR B). unfold common. fold pi. lia.
Qed.

Theorem common_iff_smatch nH EH nG EG k :
  wf nH EH -> wf nG EG ->
  (exists pi, pinj pi /\ between nH nG pi /\ k <= common EH EG pi) <->
  SMATCH (enc nH EH) (enc nG (both EG)) (2 + 2 * Nat.min nH nG + k).
Proof.
  intros WH WG. split.
  - intros (pi & P & B & H). assert (L := between_length nH nG pi P B).
    destruct (widen nH nG (Nat.min nH nG - length pi) pi P B) as (rho & R & BR & LR & I); [lia|].
    exists (lift rho). split; [apply lift_pinj, R|]. rewrite lift_score, LR by assumption.
    assert (M := common_incl EH EG pi rho P R I). unfold common in *. lia.
  - intros (phi & P & H). destruct (common_back nH EH nG EG phi WH WG P) as (PR & B & K).
    exists (vertex_part nH nG phi). split; [exact PR|]. split; [exact B | lia].
Qed.

(** The threshold of SubgraphIsomorphism.v is the extreme case: H has no more vertices than G, and all its edges can be
    preserved.  That nH <= nG need not be checked separately: the score cannot be reached otherwise. *)
Corollary full_score_iff_common nH EH nG EG :
  wf nH EH -> wf nG EG ->
  SMATCH (enc nH EH) (enc nG (both EG)) (2 * nH + 2 + length EH) <->
  nH <= nG /\ exists pi, pinj pi /\ between nH nG pi /\ common EH EG pi = length EH.
Proof.
  intros WH WG. split.
  - intros (phi & P & H). destruct (common_back nH EH nG EG phi WH WG P) as (PR & B & K).
    assert (L := common_le EH EG (vertex_part nH nG phi)). split; [lia|].
    exists (vertex_part nH nG phi). split; [exact PR|]. split; [exact B | lia].
  - intros (Hn & pi & P & B & E). replace (2 * nH + 2 + length EH) with (2 + 2 * Nat.min nH nG + length EH) by lia.
    apply common_iff_smatch; auto. exists pi. rewrite E. auto.
Qed.

Corollary embeds_iff_common nH EH nG EG :
  wf nH EH -> wf nG EG ->
  embeds nH EH nG EG <-> nH <= nG /\ exists pi, pinj pi /\ between nH nG pi /\ common EH EG pi = length EH.
Proof. intros WH WG. rewrite subiso_iff_smatch, full_score_iff_common by assumption. reflexivity. Qed.
