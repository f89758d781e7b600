(** * Smatch as a measure of distance

    Smatch is symmetric ([smatch_symmetric]), F1 is 1 if and only if the graphs are one up to the names of variables
    ([f1_isomorphic]), and |A| + |B| - 2 M, for the best score M, is a pseudometric under the rules "set" and "multiset":
    [distance_nonneg], [distance_self], [distance_symmetric], [distance_triangle].  Its zeros are the isomorphic pairs
    ([distance_zero]).  So whether F1 = 1 is as hard as graph isomorphism, and whether precision is 1 as hard as
    SubgraphIsomorphism.v says.

    Alignments can be turned round ([flip]) and put one after the other ([compose]). *)

From Coq Require Import Arith Lia Bool List ZArith.
From SmatchProof Require Import Smatch Sums Certificate Graded.
Import ListNotations.
Local Open Scope Z_scope.

(** ** The other way round *)

Definition flip (phi : align) : align := map (fun p => (snd p, fst p)) phi.

Lemma flip_fst phi : map fst (flip phi) = map snd phi.
Proof. unfold flip. rewrite map_map. reflexivity. Qed.

Lemma flip_snd phi : map snd (flip phi) = map fst phi.
Proof. unfold flip. rewrite map_map. reflexivity. Qed.

Lemma flip_pinj phi : pinj phi -> pinj (flip phi).
Proof. intros [N1 N2]. split; [rewrite flip_fst | rewrite flip_snd]; assumption. Qed.

Lemma flip_mem phi i j : mem pair_dec (j, i) (flip phi) = mem pair_dec (i, j) phi.
Proof.
  apply eq_true_iff_eq. rewrite !mem_iff. unfold flip. rewrite in_map_iff. split.
  - intros ([a b] & E & H). simpl in E. injection E as -> ->. exact H.
  - intros H. exists (i, j). auto.
Qed.

Lemma app_flip phi x y : pinj phi -> app (flip phi) y = Some x <-> app phi x = Some y.
Proof.
  intros PI. rewrite (app_iff (flip phi)) by (apply flip_pinj, PI). rewrite flip_mem. symmetry. apply app_iff, PI.
Qed.

Lemma maps_flip phi t t' : pinj phi -> maps (flip phi) t' t = maps phi t t'.
Proof.
  intros PI. apply eq_true_iff_eq. rewrite !maps_iff.
  destruct t as [v c|a v c|r u v], t' as [y d|b y d|s y z];
    try solve [split; intros H; apply image_same_kind in H; destruct H].
  - rewrite !image_inst, (app_flip phi v y PI). intuition congruence.
  - rewrite !image_attr, (app_flip phi v y PI). intuition congruence.
  - rewrite !image_rel, (app_flip phi u y PI), (app_flip phi v z PI). intuition congruence.
Qed.

Lemma gain_flip L R worth phi : pinj phi -> gain R L (fun t' t => worth t t') (flip phi) = gain L R worth phi.
Proof.
  intros PI. unfold gain. rewrite zsum_swap. apply zsum_ext. intros t _. apply zsum_ext. intros t' _.
  rewrite maps_flip by exact PI. reflexivity.
Qed.

Lemma copies_sym rule a b : copies rule a b = copies rule b a.
Proof. destruct rule; simpl; lia. Qed.

Lemma score_flip rule A B phi : pinj phi -> score_copies rule B A (flip phi) = score_copies rule A B phi.
Proof.
  intros PI. apply Nat2Z.inj.
  rewrite !score_copies_gain, <- (gain_flip (nodup triple_eq_dec A) (nodup triple_eq_dec B) _ phi PI).
  unfold gain. apply zsum_ext. intros t _. apply zsum_ext. intros t' _. rewrite copies_sym. reflexivity.
Qed.

(** Smatch is symmetric, under every rule for repeated triples. *)
Theorem smatch_symmetric rule A B k :
  (exists phi, pinj phi /\ (k <= score_copies rule A B phi)%nat) <->
  (exists phi, pinj phi /\ (k <= score_copies rule B A phi)%nat).
Proof.
  split; intros (phi & PI & H); exists (flip phi); (split; [apply flip_pinj, PI | rewrite score_flip; assumption]).
Qed.

(** ** One after the other *)

Definition compose (phi psi : align) : align :=
  flat_map (fun p => match app psi (snd p) with Some z => [(fst p, z)] | None => [] end) phi.

Lemma in_compose phi psi x z : In (x, z) (compose phi psi) <-> exists y, In (x, y) phi /\ app psi y = Some z.
Proof.
  unfold compose. rewrite in_flat_map. split.
  - intros ([a y] & H & K). simpl in K. destruct (app psi y) as [w|] eqn:E; [|destruct K].
    destruct K as [K|[]]. injection K as -> ->. eauto.
  - intros (y & H & E). exists (x, y). split; [exact H|]. simpl. rewrite E. simpl. auto.
Qed.

Lemma compose_pinj phi psi : pinj phi -> pinj psi -> pinj (compose phi psi).
Proof.
  intros [N1 N2] PI. induction phi as [|[x y] phi IH]; [split; constructor|].
  simpl in N1, N2. apply NoDup_cons_iff in N1, N2. destruct N1 as [F1 N1], N2 as [F2 N2].
  destruct (IH N1 N2) as [I1 I2]. unfold compose. cbn [flat_map fst snd]. fold (compose phi psi).
  destruct (app psi y) as [z|] eqn:E; [|split; assumption].
  cbn [List.app]. split; cbn [map fst snd]; apply NoDup_cons_iff; (split; [|assumption]); intros K;
    apply in_map_iff in K; destruct K as ([a b] & Eq & K); cbn [fst snd] in Eq; subst;
    apply in_compose in K; destruct K as (w & K & Ew).
  - apply F1, (in_map fst _ _ K).
  - apply F2. rewrite <- (pinj_inj psi w y z PI Ew E). apply (in_map snd _ _ K).
Qed.

Lemma app_compose phi psi x : pinj phi -> pinj psi ->
  app (compose phi psi) x = match app phi x with Some y => app psi y | None => None end.
Proof.
  intros P1 P2. assert (P := compose_pinj phi psi P1 P2).
  destruct (app phi x) as [y|] eqn:E1; [destruct (app psi y) as [z|] eqn:E2|].
  - apply In_app; [apply P|]. apply in_compose. exists y. split; [apply app_In, E1 | exact E2].
  - destruct (app (compose phi psi) x) as [z|] eqn:E; [|reflexivity].
    apply app_In, in_compose in E. destruct E as (w & H & K). apply In_app in H; [|apply P1]. congruence.
  - destruct (app (compose phi psi) x) as [z|] eqn:E; [|reflexivity].
    apply app_In, in_compose in E. destruct E as (w & H & K). apply In_app in H; [|apply P1]. congruence.
Qed.

Lemma image_compose phi psi t : pinj phi -> pinj psi ->
  image (compose phi psi) t = match image phi t with Some u => image psi u | None => None end.
Proof.
  intros P1 P2. destruct t as [v c|a v c|r u v]; simpl; rewrite !app_compose by assumption.
  - destruct (app phi v); reflexivity.
  - destruct (app phi v); reflexivity.
  - destruct (app phi u), (app phi v); simpl; auto. destruct (app psi n); reflexivity.
Qed.

(** ** The best score, and the distance *)

Definition best (rule : duplicates) (A B : list triple) (M : nat) : Prop :=
  (exists phi, pinj phi /\ score_copies rule A B phi = M) /\
  forall phi, pinj phi -> (score_copies rule A B phi <= M)%nat.

Definition distance (rule : duplicates) (A B : list triple) (M : nat) : Z :=
  Z.of_nat (size rule A) + Z.of_nat (size rule B) - 2 * Z.of_nat M.

Lemma best_unique rule A B M M' : best rule A B M -> best rule A B M' -> M = M'.
Proof.
  intros [(f & Pf & Ef) Hf] [(g & Pg & Eg) Hg]. specialize (Hf g Pg). specialize (Hg f Pf). lia.
Qed.

Theorem best_symmetric rule A B M : best rule A B M -> best rule B A M.
Proof.
  intros [(f & Pf & Ef) Hf]. split.
  - exists (flip f). split; [apply flip_pinj, Pf | rewrite score_flip; assumption].
  - intros g Pg. rewrite <- (score_flip rule B A g Pg). apply Hf, flip_pinj, Pg.
Qed.

Lemma score_sizes rule A B phi : rule <> dup_product -> pinj phi ->
  (score_copies rule A B phi <= size rule A)%nat /\ (score_copies rule A B phi <= size rule B)%nat.
Proof.
  intros Rule PI.
  assert (Range : forall (r : role) (x y : nat), 0 <= (fun _ _ _ => 0) r x y <= 1) by (intros; simpl; lia).
  assert (L := graded_precision rule (fun _ _ _ => 0) 1 A B phi Range Rule).
  assert (R := graded_recall rule (fun _ _ _ => 0) 1 A B phi Range Rule PI).
  rewrite graded_score_0 in L, R by reflexivity. lia.
Qed.

Theorem distance_nonneg rule A B M : rule <> dup_product -> best rule A B M -> 0 <= distance rule A B M.
Proof. intros Rule [(f & Pf & <-) _]. destruct (score_sizes rule A B f Rule Pf). unfold distance. lia. Qed.

Theorem distance_symmetric rule A B M M' :
  best rule A B M -> best rule B A M' -> distance rule A B M = distance rule B A M'.
Proof.
  intros H K. apply best_symmetric in H. rewrite (best_unique rule B A M M' H K). unfold distance. lia.
Qed.

(** *** A graph and itself *)

Definition variables_in (t : triple) : list nat :=
  match t with Inst v _ => [v] | Attr _ v _ => [v] | Rel _ u v => [u; v] end.

Definition identity (A : list triple) : align := map (fun x => (x, x)) (nodup Nat.eq_dec (flat_map variables_in A)).

Lemma identity_pinj A : pinj (identity A).
Proof.
  assert (E : forall l : list nat, map fst (map (fun x => (x, x)) l) = l /\ map snd (map (fun x => (x, x)) l) = l).
  { intros l. rewrite !map_map. simpl. rewrite map_id. auto. }
  unfold identity, pinj. destruct (E (nodup Nat.eq_dec (flat_map variables_in A))) as [-> ->].
  split; apply NoDup_nodup.
Qed.

Lemma image_identity A t : In t A -> image (identity A) t = Some t.
Proof.
  intros H. assert (App : forall x, In x (variables_in t) -> app (identity A) x = Some x).
  { intros x Hx. apply In_app; [apply identity_pinj|]. unfold identity. apply in_map_iff. exists x.
    split; [reflexivity|]. apply nodup_In, in_flat_map. eauto. }
  destruct t as [v c|a v c|r u v]; simpl in *; rewrite !App by auto; reflexivity.
Qed.

Lemma size_sum rule A :
  rule <> dup_product ->
  size rule A = list_sum (map (fun t => copies rule (count_occ triple_eq_dec A t) (count_occ triple_eq_dec A t))
                              (nodup triple_eq_dec A)).
Proof.
  intros Rule. apply Nat2Z.inj. rewrite <- size_weights. induction (nodup triple_eq_dec A) as [|t l IH]; [reflexivity|].
  cbn [zsum map list_sum fold_right]. fold (list_sum (map (fun t => copies rule (count_occ triple_eq_dec A t)
    (count_occ triple_eq_dec A t)) l)). rewrite IH, Nat2Z.inj_add. f_equal.
  destruct rule; simpl; [reflexivity | rewrite Nat.min_id; reflexivity | tauto].
Qed.

Lemma score_identity rule A : rule <> dup_product -> score_copies rule A A (identity A) = size rule A.
Proof.
  intros Rule. rewrite size_sum by exact Rule. unfold score_copies. f_equal. apply map_ext_in. intros t Ht.
  apply nodup_In in Ht. rewrite image_identity by exact Ht. apply tin_iff in Ht. rewrite Ht. reflexivity.
Qed.

Theorem best_self rule A : rule <> dup_product -> best rule A A (size rule A).
Proof.
  intros Rule. split.
  - exists (identity A). split; [apply identity_pinj | apply score_identity, Rule].
  - intros phi PI. apply score_sizes; assumption.
Qed.

Theorem distance_self rule A M : rule <> dup_product -> best rule A A M -> distance rule A A M = 0.
Proof. intros Rule H. rewrite (best_unique rule A A M (size rule A) H (best_self rule A Rule)). unfold distance. lia. Qed.

(** *** The triangle *)

Section Triangle.

Variables (rule : duplicates) (A B C : list triple) (phi psi : align).
Hypothesis Rule : rule <> dup_product.
Hypothesis P1 : pinj phi.
Hypothesis P2 : pinj psi.

Let L := nodup triple_eq_dec A.
Let M := nodup triple_eq_dec B.
Let R := nodup triple_eq_dec C.
Let worth (X Y : list triple) (t u : triple) : Z :=
  Z.of_nat (copies rule (count_occ triple_eq_dec X t) (count_occ triple_eq_dec Y u)).
Let first (t u : triple) : Z := if maps phi t u then worth A B t u else 0.
Let second (u v : triple) : Z := if maps psi u v then worth B C u v else 0.
Let both (t u v : triple) : Z := if maps phi t u then if maps psi u v then worth A C t v else 0 else 0.

Lemma worth_nonneg X Y t u : 0 <= worth X Y t u.
Proof. unfold worth. lia. Qed.

(** What the two match one after the other, the composition matches. *)
Lemma composed t v : zsum (fun u => both t u v) M <= if maps (compose phi psi) t v then worth A C t v else 0.
Proof.
  apply (zsum_single (fun u => both t u v)); unfold both.
  - apply NoDup_nodup.
  - destruct (maps (compose phi psi) t v); [apply worth_nonneg | lia].
  - intros u _. destruct (maps phi t u) eqn:E1; [destruct (maps psi u v) eqn:E2|].
    + apply maps_iff in E1, E2. assert (E : maps (compose phi psi) t v = true).
      { apply maps_iff. rewrite image_compose by assumption. rewrite E1. exact E2. }
      rewrite E. lia.
    + destruct (maps (compose phi psi) t v); [apply worth_nonneg | lia].
    + destruct (maps (compose phi psi) t v); [apply worth_nonneg | lia].
  - intros u u' _ _ H H'. destruct (maps phi t u) eqn:E; [|tauto]. destruct (maps phi t u') eqn:E'; [|tauto].
    apply maps_iff in E, E'. congruence.
Qed.

Lemma zsum_only {T} (f : T -> Z) l x : NoDup l -> In x l -> (forall y, In y l -> y <> x -> f y = 0) -> zsum f l = f x.
Proof.
  intros ND H Zero. apply in_split in H. destruct H as (l1 & l2 & ->).
  apply NoDup_remove in ND. destruct ND as [_ Out]. rewrite zsum_app. cbn [zsum].
  rewrite (zsum_zero f l1), (zsum_zero f l2); [lia | |]; intros y Hy; apply Zero.
  - rewrite in_app_iff. simpl. auto.
  - intros ->. apply Out, in_app_iff. auto.
  - rewrite in_app_iff. auto.
  - intros ->. apply Out, in_app_iff. auto.
Qed.

(** A triple in the middle is worth what its matches on both sides have in common, at least. *)
Lemma middle u : In u M ->
  zsum (fun t => first t u) L + zsum (second u) R - Z.of_nat (weight rule B u)
  <= zsum (fun t => zsum (fun v => both t u v) R) L.
Proof.
  intros Hu. apply nodup_In in Hu.
  assert (Rest : 0 <= zsum (fun t => zsum (fun v => both t u v) R) L).
  { apply zsum_nonneg. intros t _. apply zsum_nonneg. intros v _. unfold both.
    destruct (maps phi t u), (maps psi u v); try lia; apply worth_nonneg. }
  assert (Count : (1 <= count_occ triple_eq_dec B u)%nat) by (apply (count_occ_In triple_eq_dec) in Hu; lia).
  assert (Le : forall X t, worth X B t u <= Z.of_nat (weight rule B u) /\ worth B X u t <= Z.of_nat (weight rule B u)).
  { intros X t. unfold worth. destruct rule; simpl; [lia | lia | tauto]. }
  destruct (existsb (fun t => maps phi t u) L) eqn:E1.
  - apply existsb_exists in E1. destruct E1 as (t & Ht & E1).
    assert (OnlyT : forall t', In t' L -> t' <> t -> maps phi t' u = false).
    { intros t' _ Ne. apply not_true_is_false. intros K. apply Ne. apply maps_iff in K, E1.
      apply (image_inj phi t' t u P1 K E1). }
    rewrite (zsum_only (fun t => first t u) L t); [|apply NoDup_nodup | exact Ht |].
    2: { intros t' Ht' Ne. unfold first. rewrite (OnlyT t' Ht' Ne). reflexivity. }
    rewrite (zsum_only (fun t => zsum (fun v => both t u v) R) L t); [|apply NoDup_nodup | exact Ht |].
    2: { intros t' Ht' Ne. apply zsum_zero. intros v _. unfold both. rewrite (OnlyT t' Ht' Ne). reflexivity. }
    destruct (existsb (maps psi u) R) eqn:E2.
    + apply existsb_exists in E2. destruct E2 as (v & Hv & E2).
      assert (OnlyV : forall v', In v' R -> v' <> v -> maps psi u v' = false).
      { intros v' _ Ne. apply not_true_is_false. intros K. apply Ne. apply maps_iff in K, E2. congruence. }
      rewrite (zsum_only (second u) R v); [|apply NoDup_nodup | exact Hv |].
      2: { intros v' Hv' Ne. unfold second. rewrite (OnlyV v' Hv' Ne). reflexivity. }
      rewrite (zsum_only (fun v => both t u v) R v); [|apply NoDup_nodup | exact Hv |].
      2: { intros v' Hv' Ne. unfold both. rewrite (OnlyV v' Hv' Ne), E1. reflexivity. }
      unfold first, second, both, worth. rewrite E1, E2. destruct rule; simpl; [lia | lia | tauto].
    + rewrite (zsum_zero (second u) R).
      * assert (0 <= zsum (fun v => both t u v) R).
        { apply zsum_nonneg. intros v _. unfold both. destruct (maps phi t u), (maps psi u v); try lia. apply worth_nonneg. }
        unfold first. rewrite E1. destruct (Le A t). lia.
      * intros v Hv. unfold second. destruct (maps psi u v) eqn:K; [|reflexivity].
        exfalso. apply not_true_iff_false in E2. apply E2, existsb_exists. eauto.
  - rewrite (zsum_zero (fun t => first t u) L).
    + assert (Sec : zsum (second u) R <= Z.of_nat (weight rule B u)); [|lia].
      apply zsum_single; [apply NoDup_nodup | lia | |].
      * intros v _. unfold second. destruct (maps psi u v); [apply Le | lia].
      * intros v v' _ _ H H'. unfold second in H, H'.
        destruct (maps psi u v) eqn:K; [|tauto]. destruct (maps psi u v') eqn:K'; [|tauto].
        apply maps_iff in K, K'. congruence.
    + intros t Ht. unfold first. destruct (maps phi t u) eqn:K; [|reflexivity].
      exfalso. apply not_true_iff_false in E1. apply E1, existsb_exists. eauto.
Qed.

Lemma score_compose :
  Z.of_nat (score_copies rule A B phi) + Z.of_nat (score_copies rule B C psi) - Z.of_nat (size rule B)
  <= Z.of_nat (score_copies rule A C (compose phi psi)).
Proof.
  rewrite !score_copies_gain. unfold gain. fold L. fold M. fold R.
  apply Z.le_trans with (zsum (fun t => zsum (fun v => zsum (fun u => both t u v) M) R) L).
  - rewrite (zsum_swap (fun t u => if maps phi t u then _ else 0) L M).
    rewrite (zsum_ext (fun t => zsum (fun v => zsum (fun u => both t u v) M) R)
                      (fun t => zsum (fun u => zsum (fun v => both t u v) R) M))
      by (intros t _; apply (zsum_swap (fun v u => both t u v))).
    rewrite (zsum_swap (fun t u => zsum (fun v => both t u v) R) L M).
    rewrite <- size_weights. fold M.
    assert (K : zsum (fun u => zsum (fun t => first t u) L + zsum (second u) R) M
                <= zsum (fun u => Z.of_nat (weight rule B u) + zsum (fun t => zsum (fun v => both t u v) R) L) M).
    { apply zsum_le. intros u Hu. assert (K := middle u Hu). cbv beta. lia. }
    rewrite !zsum_add in K.
    change (zsum (fun u => zsum (fun t => first t u) L) M + zsum (fun u => zsum (second u) R) M
            - zsum (fun u => Z.of_nat (weight rule B u)) M
            <= zsum (fun u => zsum (fun t => zsum (fun v => both t u v) R) L) M).
    lia.
  - apply zsum_le. intros t _. apply zsum_le. intros v _. apply composed.
Qed.

End Triangle.

Theorem distance_triangle rule A B C m1 m2 m3 :
  rule <> dup_product -> best rule A B m1 -> best rule B C m2 -> best rule A C m3 ->
  distance rule A C m3 <= distance rule A B m1 + distance rule B C m2.
Proof.
  intros Rule [(f & Pf & <-) _] [(g & Pg & <-) _] [_ Best].
  specialize (Best (compose f g) (compose_pinj f g Pf Pg)).
  assert (K := score_compose rule A B C f g Rule Pf Pg). unfold distance. lia.
Qed.

(** ** F1 = 1 *)

(** One graph is the other with its variables renamed. *)
Definition isomorphic (A B : list triple) : Prop :=
  exists phi, pinj phi /\
    (forall t, In t A -> exists u, In u B /\ image phi t = Some u) /\
    (forall u, In u B -> exists t, In t A /\ image phi t = Some u).

Lemma score_set_all A B phi :
  score_copies dup_set A B phi = length (nodup triple_eq_dec A) <->
  forall t, In t A -> exists u, In u B /\ image phi t = Some u.
Proof.
  assert (E : score_copies dup_set A B phi = length (filter (matched B phi) (nodup triple_eq_dec A))).
  { unfold score_copies. induction (nodup triple_eq_dec A) as [|t l IH]; [reflexivity|].
    cbn [map list_sum fold_right filter]. unfold matched at 1. fold (list_sum (map (fun t => match image phi t with
      Some u => if tin u B then copies dup_set (count_occ triple_eq_dec A t) (count_occ triple_eq_dec B u) else 0%nat
      | None => 0%nat end) l)). rewrite IH. destruct (image phi t) as [u|]; [destruct (tin u B)|]; reflexivity. }
  rewrite E. assert (Le := filter_le (matched B phi) (nodup triple_eq_dec A)).
  assert (All := filter_all (matched B phi) (nodup triple_eq_dec A)).
  assert (Eq : length (filter (matched B phi) (nodup triple_eq_dec A)) = length (nodup triple_eq_dec A) <->
               forall t, In t A -> matched B phi t = true).
  { split.
    - intros K t Ht. apply All; [lia | apply nodup_In, Ht].
    - intros K. assert (length (nodup triple_eq_dec A) <= length (filter (matched B phi) (nodup triple_eq_dec A)))%nat;
        [apply All; intros t Ht; apply K, (nodup_In triple_eq_dec), Ht | lia]. }
  rewrite Eq. split; intros H t Ht; specialize (H t Ht); unfold matched in *.
  - destruct (image phi t) as [u|]; [|discriminate]. exists u. split; [apply tin_iff, H | reflexivity].
  - destruct H as (u & Hu & ->). apply tin_iff, Hu.
Qed.

Theorem distance_zero A B M : best dup_set A B M -> distance dup_set A B M = 0 <-> isomorphic A B.
Proof.
  assert (Product : dup_set <> dup_product) by discriminate. intros H. unfold distance. split.
  - intros E. destruct H as [(f & Pf & <-) _]. destruct (score_sizes dup_set A B f Product Pf) as [La Lb].
    simpl size in *. exists f. split; [exact Pf|]. split.
    + apply score_set_all. lia.
    + intros u Hu. assert (K : score_copies dup_set B A (flip f) = length (nodup triple_eq_dec B)).
      { rewrite score_flip by exact Pf. lia. }
      rewrite score_set_all in K. destruct (K u Hu) as (t & Ht & E').
      exists t. split; [exact Ht|]. apply maps_iff. rewrite <- (maps_flip f t u Pf). apply maps_iff, E'.
  - intros (f & Pf & Onto & Back). apply score_set_all in Onto.
    assert (K : score_copies dup_set B A (flip f) = length (nodup triple_eq_dec B)).
    { apply score_set_all. intros u Hu. destruct (Back u Hu) as (t & Ht & E). exists t. split; [exact Ht|].
      apply maps_iff. rewrite maps_flip by exact Pf. apply maps_iff, E. }
    rewrite score_flip in K by exact Pf. destruct H as [(g & Pg & <-) Best].
    specialize (Best f Pf). destruct (score_sizes dup_set A B g Product Pg). simpl size in *. lia.
Qed.

(** F1 = 2 M / (|A| + |B|), so it is 1 if and only if 2 M = |A| + |B|. *)
Theorem f1_isomorphic A B M :
  best dup_set A B M ->
  (2 * M = length (nodup triple_eq_dec A) + length (nodup triple_eq_dec B))%nat <-> isomorphic A B.
Proof. intros H. rewrite <- (distance_zero A B M H). unfold distance. simpl size. lia. Qed.
