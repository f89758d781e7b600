(** * PACKING (3-PARTITION) reduces to SMATCH of two trees

    Items of a_1, ..., a_N units have to fill t bins of B places exactly: [packs].  An item becomes a path of as many
    variables as it has units, a bin one of as many as it has places.

    - In a [spider] the paths hang from a root; there is one concept and one label.  The items fill the bins if and only if
      2 tB + 2 - N + t triples can be matched ([packing_iff_smatch]).
    - In a [caterpillar] they hang from a path, so that no variable has more than three arcs ([caterpillar_degree]); all
      other words than that of the arcs within the paths are the left graph's or the right graph's own.  The items fill the
      bins if and only if tB - N triples can be matched, one more with TOP ([packing_degree_3_iff_smatch]).

    No variable has two arcs into it ([spider_tree], [caterpillar_tree]).
    All numbers are those of units, so that the graphs have as many variables as the items have units ([spider_length],
    [caterpillar_length]): polynomial for numbers in unary, with which the problem is NP-complete.

    Left to right ([laid_out]): the items of a bin lie one after the other from its first place on.  Right to left: where
    all arcs within items are matched, each item of several units lies within one bin.  In spiders that have the roots
    aligned no more than t of the other arcs and all other triples can be matched, so that reaching the threshold takes all
    arcs within items; where the roots are not aligned, TOP is lost and all but one of the root's arcs.  In caterpillars
    items of one unit may lie anywhere, but there is room for them ([complete] of Completion.v).  The units in a bin are no
    more than its places, and all units are as many as all places, so that every bin is full ([full_bins]).

    The Python counterpart is reductions/to_smatch/packing.py. *)

From Coq Require Import Arith Lia Bool List.
From SmatchProof Require Import Smatch SubgraphIsomorphism MaxQap MaxSat Completion.
Import ListNotations.

(** ** Definitions *)

(** What bin j holds, where item k is in bin [b k]. *)
Definition load (items : list nat) (b : nat -> nat) (j : nat) : nat :=
  list_sum (map (fun e => if b (fst e) =? j then snd e else 0) (numbered items)).

Definition packs (items : list nat) t B (b : nat -> nat) :=
  (forall k, k < length items -> b k < t) /\ (forall j, j < t -> load items b j = B).

(** The items are of one unit or more, and have as many units as the bins have places. *)
Definition packing_ok (items : list nat) t B :=
  1 <= B /\ (forall a, In a items -> 1 <= a) /\ list_sum items = t * B.

(** The units of legs of these lengths, as (leg, unit); those that have one after them; and the variable of a unit. *)
Definition units (legs : list nat) : list (nat * nat) :=
  flat_map (fun e => map (pair (fst e)) (seq 0 (snd e))) (numbered legs).
Definition steps (legs : list nat) : list (nat * nat) :=
  flat_map (fun e => map (pair (fst e)) (seq 0 (pred (snd e)))) (numbered legs).
Definition node (x : nat * nat) : nat := name 0 (fst x) (snd x).
Definition after (x : nat * nat) : nat * nat := (fst x, S (snd x)).
Definition step (x : nat * nat) : triple := Rel 0 (node x) (node (after x)).

Definition bins t B : list nat := repeat B t.

Definition spider (legs : list nat) : list triple :=
  Inst 0 0 :: Attr 0 0 0 :: map (fun x => Inst (node x) 0) (units legs) ++
  map (fun k => Rel 0 0 (node (k, 0))) (seq 0 (length legs)) ++ map step (steps legs).

(** Where leg k hangs; the first of these is the root, which is there even without legs. *)
Definition spine k := match k with 0 => 0 | S _ => name 1 k 0 end.

(** Side 0 and side 1 have words of their own; label 0 is that of the arcs within legs. *)
Definition caterpillar (top : bool) side (legs : list nat) : list triple :=
  top_triple top ++ map (fun k => Inst (spine k) side) (seq 0 (Nat.max 1 (length legs))) ++
  map (fun k => Rel (1 + side) (spine k) (spine (S k))) (seq 0 (pred (length legs))) ++
  map (fun x => Inst (node x) side) (units legs) ++
  map (fun k => Rel (3 + side) (spine k) (node (k, 0))) (seq 0 (length legs)) ++ map step (steps legs).

(** ** Units and sizes *)

Lemma in_units legs k u : In (k, u) (units legs) <-> exists a, nth_error legs k = Some a /\ u < a.
Proof.
  unfold units. rewrite in_flat_map. split.
  - intros ([k' a] & H & K). apply in_numbered in H. cbn [fst snd] in K. apply in_map_iff in K.
    destruct K as (v & E & K). injection E as -> ->. apply in_seq in K. exists a. split; [exact H | lia].
  - intros (a & H & K). exists (k, a). split; [apply in_numbered, H|]. apply in_map, in_seq. cbn [snd]. lia.
Qed.

Lemma in_steps legs k u : In (k, u) (steps legs) <-> exists a, nth_error legs k = Some a /\ S u < a.
Proof.
  unfold steps. rewrite in_flat_map. split.
  - intros ([k' a] & H & K). apply in_numbered in H. cbn [fst snd] in K. apply in_map_iff in K.
    destruct K as (v & E & K). injection E as -> ->. apply in_seq in K. exists a. split; [exact H | lia].
  - intros (a & H & K). exists (k, a). split; [apply in_numbered, H|]. apply in_map, in_seq. cbn [snd]. lia.
Qed.

Lemma in_bins t B j p : In (j, p) (units (bins t B)) <-> j < t /\ p < B.
Proof.
  rewrite in_units. unfold bins. split.
  - intros (a & H & K). assert (L : j < length (repeat B t)) by (apply nth_error_Some; congruence).
    rewrite repeat_length in L. apply nth_error_In, repeat_spec in H. subst. auto.
  - intros [H K]. exists B. split; [|exact K]. apply nth_error_repeat, H.
Qed.

Lemma step_bins t B j p : In (j, p) (steps (bins t B)) <-> j < t /\ S p < B.
Proof.
  rewrite in_steps. split.
  - intros (a & H & K). assert (U : In (j, S p) (units (bins t B))) by (apply in_units; eauto). apply in_bins, U.
  - intros H. apply in_bins in H. apply in_units in H. exact H.
Qed.

(** Of both: the numbers of a leg, as many as its length says. *)
Lemma numbers_NoDup (many : nat -> nat) legs :
  NoDup (flat_map (fun e => map (pair (fst e)) (seq 0 (many (snd e)))) (numbered legs)).
Proof.
  apply NoDup_flat_map; [apply numbered_NoDup | |].
  - intros [k a] _. apply NoDup_map_on; [apply seq_NoDup|]. intros u v _ _ E. injection E; auto.
  - intros [k a] [l c] z Hx Hy Hz Hz'. apply (numbered_fst_inj legs); auto. apply in_map_iff in Hz, Hz'.
    destruct Hz as (u & <- & _), Hz' as (v & E & _). injection E; auto.
Qed.

Lemma units_NoDup legs : NoDup (units legs).
Proof. exact (numbers_NoDup (fun a => a) legs). Qed.

Lemma units_length legs : length (units legs) = list_sum legs.
Proof.
  enough (K : forall l, length (flat_map (fun e : nat * nat => map (pair (fst e)) (seq 0 (snd e))) l) = list_sum (map snd l)).
  { unfold units. rewrite K, map_snd_numbered. reflexivity. }
  induction l as [|[k a] l IH]; [reflexivity|]. cbn [flat_map map list_sum fold_right].
  rewrite app_length, IH, map_length, seq_length. reflexivity.
Qed.

Lemma steps_length legs : (forall a, In a legs -> 1 <= a) -> length (steps legs) + length legs = list_sum legs.
Proof.
  intros Pos.
  enough (K : forall l, (forall e, In e l -> 1 <= snd e) ->
    length (flat_map (fun e : nat * nat => map (pair (fst e)) (seq 0 (pred (snd e)))) l) + length l = list_sum (map snd l)).
  { unfold steps. rewrite <- (numbered_length legs), K, map_snd_numbered; [reflexivity|].
    intros [k a] H. apply in_numbered, nth_error_In in H. apply Pos, H. }
  induction l as [|[k a] l IH]; intros P; [reflexivity|]. cbn [flat_map map list_sum fold_right length snd].
  assert (E := IH (fun e H => P e (or_intror H))). assert (1 <= a) by exact (P (k, a) (or_introl eq_refl)).
  rewrite app_length, map_length, seq_length. cbn [snd]. unfold list_sum in E. lia.
Qed.

Lemma node_inj x y : node x = node y -> x = y.
Proof. destruct x as [k u], y as [l v]. intros E. apply name_inj in E. cbn [fst snd] in E. f_equal; apply E. Qed.

Lemma node_not_0 x : node x <> 0.
Proof. unfold node, name. discriminate. Qed.

Lemma node_not_spine x k : node x <> spine k.
Proof. destruct k as [|k]; [apply node_not_0|]. intros E. apply name_inj in E. lia. Qed.

Lemma list_sum_repeat B t : list_sum (repeat B t) = t * B.
Proof. induction t as [|t IH]; [reflexivity|]. cbn [repeat list_sum fold_right]. unfold list_sum in IH. rewrite IH. reflexivity. Qed.

Theorem spider_length legs :
  (forall a, In a legs -> 1 <= a) -> length (spider legs) = 2 * list_sum legs + 2.
Proof.
  intros Pos. unfold spider. cbn [length]. rewrite !app_length, !map_length, seq_length, units_length.
  assert (K := steps_length legs Pos). lia.
Qed.

Theorem caterpillar_length top side legs :
  (forall a, In a legs -> 1 <= a) ->
  length (caterpillar top side legs) = top_value top + 2 * (list_sum legs + Nat.max 1 (length legs)) - 1.
Proof.
  intros Pos. unfold caterpillar. rewrite !app_length, !map_length, !seq_length, units_length.
  assert (K := steps_length legs Pos). destruct top; cbn [top_triple top_value length]; lia.
Qed.

(** ** Loads *)

Lemma load_app items a b j : load (items ++ [a]) b j = load items b j + (if b (length items) =? j then a else 0).
Proof.
  assert (E : forall i, combine (seq i (length (items ++ [a]))) (items ++ [a])
    = combine (seq i (length items)) items ++ [(i + length items, a)]).
  { induction items as [|x l IH]; intros i; [cbn; rewrite Nat.add_0_r; reflexivity|].
    cbn [List.app length seq combine]. rewrite IH. cbn [List.app]. do 3 f_equal. f_equal. lia. }
  unfold load, numbered. rewrite E, map_app, list_sum_app. cbn. lia.
Qed.

(** All loads together are all units. *)
Lemma all_loads items t b : (forall k, k < length items -> b k < t) -> list_sum (map (load items b) (seq 0 t)) = list_sum items.
Proof.
  induction items as [|a items IH] using rev_ind; intros In_bin.
  - clear. induction (seq 0 t) as [|j l IH]; [reflexivity|]. cbn in *. exact IH.
  - rewrite list_sum_app. cbn [list_sum fold_right]. rewrite app_length in In_bin. cbn [length] in In_bin.
    rewrite <- IH by (intros k Hk; apply In_bin; lia).
    assert (Last : b (length items) < t) by (apply In_bin; lia).
    assert (E : forall l, NoDup l -> list_sum (map (load (items ++ [a]) b) l)
      = list_sum (map (load items b) l) + (if in_dec Nat.eq_dec (b (length items)) l then a else 0)).
    { induction l as [|j l IHl]; intros ND; [reflexivity|]. apply NoDup_cons_iff in ND. destruct ND as [Fresh ND].
      cbn [map list_sum fold_right]. unfold list_sum in IHl. rewrite (IHl ND), load_app. cbn [in_dec In].
      destruct (Nat.eqb_spec (b (length items)) j) as [E|Ne].
      - destruct (in_dec Nat.eq_dec (b (length items)) l) as [I|I]; [subst; contradiction|].
        destruct (in_dec Nat.eq_dec (b (length items)) (j :: l)) as [_|I']; [lia | elim I'; left; auto].
      - destruct (in_dec Nat.eq_dec (b (length items)) l) as [I|I];
          destruct (in_dec Nat.eq_dec (b (length items)) (j :: l)) as [I'|I']; try lia.
        + elim I'. right. exact I.
        + destruct I' as [I'|I']; [congruence | contradiction]. }
    rewrite E by apply seq_NoDup.
    destruct (in_dec Nat.eq_dec (b (length items)) (seq 0 t)) as [_|I]; [lia | elim I; apply in_seq; lia].
Qed.

(** Numbers that are at most B and sum to as many times B are B. *)
Lemma all_equal (g : nat -> nat) B l :
  (forall j, In j l -> g j <= B) -> list_sum (map g l) = length l * B -> forall j, In j l -> g j = B.
Proof.
  induction l as [|j l IH]; intros Most Sum x Hx; [destruct Hx|].
  cbn [map list_sum fold_right length] in Sum. assert (Hj := Most j (or_introl eq_refl)).
  assert (Le : list_sum (map g l) <= length l * B).
  { clear - Most. induction l as [|y l IH]; [cbn; lia|]. cbn [map list_sum fold_right length].
    assert (g y <= B) by (apply Most; right; left; reflexivity).
    assert (K : list_sum (map g l) <= length l * B) by (apply IH; intros z [->|Hz]; apply Most; simpl; auto).
    unfold list_sum in K. lia. }
  unfold list_sum in *. destruct Hx as [<-|Hx]; [lia|]. apply IH; [intros y Hy; apply Most; right; exact Hy | lia | exact Hx].
Qed.

Lemma load_units items b j : load items b j = length (filter (fun x => b (fst x) =? j) (units items)).
Proof.
  unfold load, units. induction (numbered items) as [|[k a] l IH]; [reflexivity|].
  cbn [map list_sum fold_right flat_map]. rewrite filter_app_length. unfold list_sum in IH. rewrite IH. f_equal.
  cbn [fst snd]. destruct (b k =? j) eqn:E.
  - rewrite filter_all_eq, map_length, seq_length; [reflexivity|]. intros x Hx. apply in_map_iff in Hx.
    destruct Hx as (u & <- & _). exact E.
  - clear IH. induction (seq 0 a) as [|u s IH]; [reflexivity|]. cbn [map filter fst]. rewrite E. exact IH.
Qed.

(** Where every unit has a place of its own, and the units of an item are in one bin, the bins are full. *)
Theorem full_bins items t B (g : nat * nat -> nat * nat) :
  packing_ok items t B ->
  (forall x, In x (units items) -> In (g x) (units (bins t B))) ->
  (forall x y, In x (units items) -> In y (units items) -> g x = g y -> x = y) ->
  (forall x, In x (steps items) -> fst (g (after x)) = fst (g x)) ->
  packs items t B (fun k => fst (g (k, 0))).
Proof.
  intros (PB & Pos & Sum) Range Inj Within. set (b := fun k => fst (g (k, 0))).
  assert (Same : forall k u, In (k, u) (units items) -> fst (g (k, u)) = b k).
  { intros k u. induction u as [|u IH]; intros H; [reflexivity|]. apply in_units in H. destruct H as (a & N & H).
    rewrite <- IH; [|apply in_units; exists a; split; [exact N | lia]].
    change (k, S u) with (after (k, u)). apply Within, in_steps. eauto. }
  assert (Bin : forall k, k < length items -> b k < t).
  { intros k Hk. destruct (nth_error items k) as [a|] eqn:N; [|apply nth_error_None in N; lia].
    assert (U : In (k, 0) (units items)) by (apply in_units; exists a; split; [exact N | apply Pos; eapply nth_error_In, N]).
    apply Range in U. unfold b. destruct (g (k, 0)) as [j p]. apply in_bins in U. apply U. }
  split; [exact Bin|]. intros j Hj. apply (all_equal (load items b) B (seq 0 t)).
  - intros i _. rewrite load_units. set (l := filter _ _).
    assert (L : incl (map (fun x => snd (g x)) l) (seq 0 B)).
    { intros p Hp. apply in_map_iff in Hp. destruct Hp as (x & <- & Hx). apply filter_In in Hx. destruct Hx as [Hx _].
      apply Range in Hx. destruct (g x) as [j' p]. apply in_bins in Hx. apply in_seq. cbn [snd]. lia. }
    apply NoDup_incl_length in L; [rewrite map_length, seq_length in L; exact L|].
    apply NoDup_map_on; [apply NoDup_filter, units_NoDup|]. intros [k u] [k' u'] Hx Hy E.
    apply filter_In in Hx, Hy. destruct Hx as [Hx Ex], Hy as [Hy Ey]. apply Inj; auto.
    apply Nat.eqb_eq in Ex, Ey. cbn [fst] in Ex, Ey. rewrite <- Same with (u := u) in Ex by exact Hx.
    rewrite <- Same with (u := u') in Ey by exact Hy.
    destruct (g (k, u)), (g (k', u')). cbn [fst snd] in *. congruence.
  - rewrite all_loads, seq_length by exact Bin. exact Sum.
  - apply in_seq. lia.
Qed.

(** ** From a packing to an alignment *)

(** The items of a bin one after the other, in their order. *)
Definition lay (items : list nat) (b : nat -> nat) (x : nat * nat) : nat * nat :=
  (b (fst x), load (firstn (fst x) items) b (b (fst x)) + snd x).

Lemma load_next items b k a j :
  nth_error items k = Some a ->
  load (firstn (S k) items) b j = load (firstn k items) b j + (if b k =? j then a else 0).
Proof.
  intros N. assert (L : length (firstn k items) = k).
  { apply firstn_length_le. assert (k < length items) by (apply nth_error_Some; congruence). lia. }
  replace (firstn (S k) items) with (firstn k items ++ [a]); [rewrite load_app, L; reflexivity|].
  clear L. revert k N. induction items as [|x l IH]; intros [|k] N; try discriminate.
  - injection N as ->. reflexivity.
  - cbn [firstn List.app]. f_equal. apply IH, N.
Qed.

Lemma load_firstn_le items b j k k' : k <= k' -> load (firstn k items) b j <= load (firstn k' items) b j.
Proof.
  induction 1 as [|k' H IH]; [lia|]. destruct (nth_error items k') as [a|] eqn:N.
  - rewrite (load_next items b k' a j N). lia.
  - apply nth_error_None in N. rewrite (@firstn_all2 _ (S k')) by lia. rewrite (@firstn_all2 _ k') in IH by lia. exact IH.
Qed.

Theorem laid_out items t B b :
  packing_ok items t B -> packs items t B b ->
  (forall x, In x (units items) -> In (lay items b x) (units (bins t B))) /\
  (forall x y, In x (units items) -> In y (units items) -> lay items b x = lay items b y -> x = y) /\
  (forall x, lay items b (after x) = after (lay items b x)) /\
  (forall j, j < t -> exists k, k < length items /\ lay items b (k, 0) = (j, 0)).
Proof.
  intros (PB & Pos & _) (Bin & Full).
  assert (End : forall k u, In (k, u) (units items) ->
    load (firstn k items) b (b k) + u < load (firstn (S k) items) b (b k) /\ k < length items).
  { intros k u H. apply in_units in H. destruct H as (a & N & H).
    rewrite (load_next items b k a _ N), Nat.eqb_refl. split; [lia | apply nth_error_Some; congruence]. }
  split; [|split; [|split]].
  - intros [k u] H. destruct (End k u H) as [E Hk]. unfold lay. cbn [fst snd]. apply in_bins.
    split; [apply Bin, Hk|]. rewrite <- (Full (b k) (Bin k Hk)).
    assert (K := load_firstn_le items b (b k) (S k) (length items) Hk). rewrite firstn_all in K. lia.
  - intros [k u] [l v] H K E. unfold lay in E. cbn [fst snd] in E. injection E as Eb El.
    destruct (End k u H) as [E1 _], (End l v K) as [E2 _]. rewrite Eb in *.
    destruct (Nat.lt_trichotomy k l) as [L|[->|L]].
    + assert (M := load_firstn_le items b (b l) (S k) l L). lia.
    + f_equal. lia.
    + assert (M := load_firstn_le items b (b l) (S l) k L). lia.
  - intros [k u]. unfold lay, after. cbn [fst snd]. f_equal. lia.
  - intros j Hj.
    assert (First : forall m, 0 < load (firstn m items) b j ->
      exists k, k < length items /\ b k = j /\ load (firstn k items) b j = 0).
    { induction m as [|m IH]; intros H; [cbn in H; lia|]. destruct (nth_error items m) as [a|] eqn:N.
      - destruct (Nat.eq_dec (load (firstn m items) b j) 0) as [Zero|Ne]; [|apply IH; lia].
        rewrite (load_next items b m a j N) in H. destruct (Nat.eqb_spec (b m) j) as [Eb|_]; [|lia].
        exists m. split; [apply nth_error_Some; congruence | auto].
      - apply nth_error_None in N. apply IH. rewrite (@firstn_all2 _ (S m)) in H by lia.
        rewrite (@firstn_all2 _ m) by lia. exact H. }
    destruct (First (length items)) as (k & Hk & Eb & Zero); [rewrite firstn_all, Full; lia|].
    exists k. split; [exact Hk|]. unfold lay. cbn [fst snd]. rewrite Eb, Zero. reflexivity.
Qed.

Definition packed (items : list nat) (b : nat -> nat) : align :=
  (0, 0) :: map (fun x => (node x, node (lay items b x))) (units items).

Lemma packed_pinj items t B b : packing_ok items t B -> packs items t B b -> pinj (packed items b).
Proof.
  intros Ok Packs. destruct (laid_out items t B b Ok Packs) as (_ & Inj & _).
  unfold packed, pinj. cbn [map fst snd]. rewrite !map_map. cbn [fst snd]. split; constructor.
  - intros H. apply in_map_iff in H. destruct H as (x & E & _). exact (node_not_0 x E).
  - apply NoDup_map_on; [apply units_NoDup|]. intros x y _ _. apply node_inj.
  - intros H. apply in_map_iff in H. destruct H as (x & E & _). exact (node_not_0 _ E).
  - apply NoDup_map_on; [apply units_NoDup|]. intros x y Hx Hy E. apply node_inj in E. auto.
Qed.

Lemma packed_app items t B b x :
  packing_ok items t B -> packs items t B b -> In x (units items) ->
  app (packed items b) (node x) = Some (node (lay items b x)).
Proof.
  intros Ok Packs H. apply In_app; [apply (packed_pinj items t B b Ok Packs)|].
  right. apply in_map_iff. eauto.
Qed.

Lemma steps_units legs x : In x (steps legs) -> In x (units legs) /\ In (after x) (units legs).
Proof.
  destruct x as [k u]. intros H. apply in_steps in H. destruct H as (a & N & H).
  unfold after. cbn [fst snd]. split; apply in_units; exists a; (split; [exact N | lia]).
Qed.

(** Every arc within an item lies within a bin. *)
Lemma packed_step items t B b x :
  packing_ok items t B -> packs items t B b -> In x (steps items) ->
  exists y, In y (steps (bins t B)) /\ image (packed items b) (step x) = Some (step y).
Proof.
  intros Ok Packs H. destruct (steps_units items x H) as [Hx Hy].
  destruct (laid_out items t B b Ok Packs) as (Range & _ & Next & _). exists (lay items b x). split.
  - apply Range in Hy. rewrite Next in Hy. destruct (lay items b x) as [j p]. apply in_bins in Hy. apply step_bins, Hy.
  - unfold step. cbn [image]. rewrite !(packed_app items t B b) by assumption. rewrite Next. reflexivity.
Qed.

(** ** Spiders *)

Lemma in_spider legs t : In t (spider legs) <->
  t = Inst 0 0 \/ t = Attr 0 0 0 \/ (exists x, In x (units legs) /\ t = Inst (node x) 0) \/
  (exists k, k < length legs /\ t = Rel 0 0 (node (k, 0))) \/ exists x, In x (steps legs) /\ t = step x.
Proof.
  unfold spider. cbn [In]. rewrite !in_app_iff, !in_map_iff. split.
  - intros [<-|[<-|[(x & <- & H)|[(k & <- & H)|(x & <- & H)]]]]; auto.
    + right. right. left. eauto.
    + right. right. right. left. exists k. apply in_seq in H. split; [lia | reflexivity].
    + right. right. right. right. eauto.
  - intros [->|[->|[(x & H & ->)|[(k & H & ->)|(x & H & ->)]]]]; auto.
    + right. right. left. eauto.
    + right. right. right. left. exists k. split; [reflexivity | apply in_seq; lia].
    + right. right. right. right. eauto.
Qed.

(** What can be matched of the two triples of a root, of the concepts, of the arcs from the root and of the others. *)
Definition spider_heads (legs : list nat) phi B :=
  length (filter (matched B phi) (map (fun k => Rel 0 0 (node (k, 0))) (seq 0 (length legs)))).
Definition spider_steps (legs : list nat) phi B := length (filter (matched B phi) (map step (steps legs))).

Lemma spider_score legs phi B :
  score (spider legs) B phi =
  length (filter (matched B phi) [Inst 0 0; Attr 0 0 0]) +
  length (filter (matched B phi) (map (fun x => Inst (node x) 0) (units legs))) +
  spider_heads legs phi B + spider_steps legs phi B.
Proof.
  unfold score, spider, spider_heads, spider_steps.
  match goal with |- context [Inst 0 0 :: Attr 0 0 0 :: ?l] =>
    change (Inst 0 0 :: Attr 0 0 0 :: l) with ([Inst 0 0; Attr 0 0 0] ++ l) end.
  rewrite !filter_app_length. lia.
Qed.

Definition spider_threshold (items : list nat) t B := 2 * (t * B) + 2 - length items + t.

Lemma items_le items t B : packing_ok items t B -> length items <= t * B.
Proof. intros (_ & Pos & Sum). assert (K := steps_length items Pos). lia. Qed.

Theorem packing_forth items t B b :
  packing_ok items t B -> packs items t B b ->
  pinj (packed items b) /\ spider_threshold items t B <= score (spider items) (spider (bins t B)) (packed items b).
Proof.
  intros Ok Packs. split; [apply (packed_pinj items t B b Ok Packs)|].
  assert (Le := items_le items t B Ok). assert (Pos := proj1 (proj2 Ok)). assert (Sum := proj2 (proj2 Ok)).
  destruct (laid_out items t B b Ok Packs) as (Range & _ & _ & Heads). rewrite spider_score.
  assert (Bins : length (bins t B) = t) by apply repeat_length.
  assert (Root : length (filter (matched (spider (bins t B)) (packed items b)) [Inst 0 0; Attr 0 0 0]) = 2).
  { rewrite filter_all_eq; [reflexivity|].
    intros u [<-|[<-|[]]]; unfold matched; cbn [image packed app Nat.eqb option_map]; apply tin_iff, in_spider; auto. }
  assert (Units : length (filter (matched (spider (bins t B)) (packed items b)) (map (fun x => Inst (node x) 0) (units items))) = t * B).
  { rewrite filter_all_eq, map_length, units_length; [exact Sum|].
    intros u Hu. apply in_map_iff in Hu. destruct Hu as (x & <- & Hx). unfold matched. cbn [image].
    rewrite (packed_app items t B b) by assumption. cbn [option_map]. apply tin_iff, in_spider. right. right. left. eauto. }
  assert (Steps : spider_steps items (packed items b) (spider (bins t B)) + length items = t * B).
  { unfold spider_steps. rewrite filter_all_eq, map_length; [rewrite <- Sum; apply steps_length, Pos|].
    intros u Hu. apply in_map_iff in Hu. destruct Hu as (x & <- & Hx). unfold matched.
    destruct (packed_step items t B b x Ok Packs Hx) as (y & Hy & ->). apply tin_iff, in_spider.
    right. right. right. right. eauto. }
  assert (Arcs : t <= spider_heads items (packed items b) (spider (bins t B))).
  { unfold spider_heads. apply Nat.le_trans with (length (seq 0 t)); [rewrite seq_length; lia|].
    rewrite (filter_map_length _ _ (fun k => (snd (lay items b (k, 0)) =? 0) && (fst (lay items b (k, 0)) <? t))).
    - set (l := filter _ _). rewrite <- (map_length (fun k => fst (lay items b (k, 0))) l).
      apply NoDup_incl_length; [apply seq_NoDup|]. intros j Hj. apply in_seq in Hj.
      destruct (Heads j) as (k & Hk & E); [lia|]. apply in_map_iff. exists k. rewrite E. split; [reflexivity|].
      apply filter_In. split; [apply in_seq; lia|]. rewrite E. cbn [fst snd]. apply andb_true_iff.
      split; [reflexivity | apply Nat.ltb_lt; lia].
    - intros k Hk. apply in_seq in Hk.
      assert (U : In (k, 0) (units items)).
      { destruct (nth_error items k) as [a|] eqn:N; [|apply nth_error_None in N; lia].
        apply in_units. exists a. split; [exact N | apply Pos; eapply nth_error_In, N]. }
      unfold matched. cbn [image]. rewrite (packed_app items t B b) by assumption.
      cbn [packed app Nat.eqb]. destruct (lay items b (k, 0)) as [j p]. cbn [fst snd]. apply eq_true_iff_eq.
      rewrite tin_iff, in_spider, andb_true_iff, Nat.eqb_eq, Nat.ltb_lt. split.
      + intros [H|[H|[(x & _ & H)|[(i & Hi & H)|(x & _ & H)]]]]; try discriminate.
        apply Rel_inj in H. destruct H as (_ & _ & H). apply node_inj in H. injection H as -> ->. rewrite Bins in Hi. auto.
      + intros [-> Hj]. right. right. right. left. exists j. rewrite Bins. split; [exact Hj | reflexivity]. }
  unfold spider_threshold. lia.
Qed.

(** The place of a variable of the right graph, and that of a unit in an alignment. *)
Definition place_at t B (y : nat) : nat * nat :=
  match find (fun q => node q =? y) (units (bins t B)) with Some q => q | None => (0, 0) end.

Definition place_of t B (phi : align) (x : nat * nat) : nat * nat :=
  match app phi (node x) with Some y => place_at t B y | None => (0, 0) end.

Lemma place_at_node t B q : In q (units (bins t B)) -> place_at t B (node q) = q.
Proof.
  intros H. unfold place_at. destruct (find _ _) as [q'|] eqn:F.
  - apply find_some in F. destruct F as [_ E]. apply Nat.eqb_eq in E. apply node_inj, E.
  - apply (find_none _ _ F) in H. rewrite Nat.eqb_refl in H. discriminate.
Qed.

Lemma no_bins items B : packing_ok items 0 B -> forall b, packs items 0 B b.
Proof.
  intros Ok b. assert (L := items_le items 0 B Ok). split; intros; lia.
Qed.

Lemma filter_few {T} (f : T -> bool) (g : T -> nat) n l :
  NoDup l -> (forall x y, In x l -> In y l -> f x = true -> f y = true -> g x = g y -> x = y) ->
  (forall x, In x l -> f x = true -> g x < n) -> length (filter f l) <= n.
Proof.
  intros ND Inj Range. rewrite <- (map_length g). apply Nat.le_trans with (length (seq 0 n)); [|rewrite seq_length; lia].
  apply NoDup_incl_length.
  - apply NoDup_map_on; [apply NoDup_filter, ND|]. intros x y Hx Hy. apply filter_In in Hx, Hy. apply Inj; tauto.
  - intros y Hy. apply in_map_iff in Hy. destruct Hy as (x & <- & Hx). apply filter_In in Hx. apply in_seq.
    split; [lia|]. apply Range; apply Hx.
Qed.

Lemma filter_none {T} (f : T -> bool) l : (forall x, In x l -> f x = false) -> length (filter f l) = 0.
Proof.
  induction l as [|x l IH]; intros H; [reflexivity|]. cbn [filter]. rewrite (H x (or_introl eq_refl)).
  apply IH. intros y Hy. apply H. right. exact Hy.
Qed.

Lemma head_unit items t B k : packing_ok items t B -> k < length items -> In (k, 0) (units items).
Proof.
  intros (_ & Pos & _) Hk. destruct (nth_error items k) as [a|] eqn:N; [|apply nth_error_None in N; lia].
  apply in_units. exists a. split; [exact N | apply Pos; eapply nth_error_In, N].
Qed.

Theorem packing_back items t B phi :
  packing_ok items t B -> pinj phi -> 1 <= t ->
  spider_threshold items t B <= score (spider items) (spider (bins t B)) phi ->
  packs items t B (fun k => fst (place_of t B phi (k, 0))).
Proof.
  intros Ok P Some_bin H. assert (Le := items_le items t B Ok).
  assert (Pos := proj1 (proj2 Ok)). assert (Sum := proj2 (proj2 Ok)).
  rewrite spider_score in H. unfold spider_threshold in H.
  set (G := spider (bins t B)) in *.
  assert (Units := filter_le (matched G phi) (map (fun x => Inst (node x) 0) (units items))).
  rewrite map_length, units_length, Sum in Units.
  assert (Steps := filter_le (matched G phi) (map step (steps items))). fold (spider_steps items phi G) in Steps.
  assert (All := steps_length items Pos). rewrite Sum in All. rewrite map_length in Steps.
  assert (Bins : length (bins t B) = t) by apply repeat_length.
  assert (Root2 := filter_le (matched G phi) [Inst 0 0; Attr 0 0 0]). cbn [length] in Root2.
  assert (Arc : forall y z, In (Rel 0 y z) G -> (y = 0 /\ exists j, j < t /\ z = node (j, 0)) \/
      exists q, In q (steps (bins t B)) /\ y = node q /\ z = node (after q)).
  { intros y z K. apply in_spider in K. destruct K as [K|[K|[(x & _ & K)|[(j & Hj & K)|(q & Hq & K)]]]]; try discriminate.
    - apply Rel_inj in K. destruct K as (_ & -> & ->). left. rewrite Bins in Hj. eauto.
    - apply Rel_inj in K. destruct K as (_ & -> & ->). right. eauto. }
  assert (Root : app phi 0 = Some 0).
  { destruct (app phi 0) as [y|] eqn:E.
    - destruct (Nat.eq_dec y 0) as [->|Ne]; [reflexivity|]. exfalso.
      assert (Top : matched G phi (Attr 0 0 0) = false).
      { apply not_true_is_false. intros M. unfold matched in M. cbn [image] in M. rewrite E in M. cbn [option_map] in M.
        apply tin_iff, in_spider in M. destruct M as [M|[M|[(x & _ & M)|[(j & _ & M)|(x & _ & M)]]]]; try discriminate.
        injection M as M. contradiction. }
      assert (R1 : length (filter (matched G phi) [Inst 0 0; Attr 0 0 0]) <= 1).
      { cbn [filter]. rewrite Top. destruct (matched G phi (Inst 0 0)); cbn; lia. }
      assert (Heads : spider_heads items phi G <= 1).
      { unfold spider_heads. rewrite (filter_map_length _ _ (fun k => matched G phi (Rel 0 0 (node (k, 0))))) by reflexivity.
        apply (filter_few _ (fun _ => 0)); [apply seq_NoDup | | intros; lia].
        assert (Only : forall k, matched G phi (Rel 0 0 (node (k, 0))) = true ->
            exists q, y = node q /\ app phi (node (k, 0)) = Some (node (after q))).
        { intros k M. unfold matched in M. cbn [image] in M. rewrite E in M.
          destruct (app phi (node (k, 0))) as [z|]; [|discriminate]. apply tin_iff, Arc in M.
          destruct M as [(K & _)|(q & _ & K & ->)]; [contradiction | eauto]. }
        intros k l _ _ Mk Ml _. apply Only in Mk, Ml. destruct Mk as (q & Eq & Ek), Ml as (q' & Eq' & El).
        assert (q = q') by (apply node_inj; congruence). subst q'.
        assert (N : node (k, 0) = node (l, 0)) by (eapply pinj_inj; eauto). apply node_inj in N. congruence. }
      lia.
    - exfalso. assert (R0 : length (filter (matched G phi) [Inst 0 0; Attr 0 0 0]) = 0).
      { apply filter_none. intros u [<-|[<-|[]]]; unfold matched; cbn [image]; rewrite E; reflexivity. }
      assert (Heads : spider_heads items phi G = 0).
      { unfold spider_heads. apply filter_none. intros u Hu. apply in_map_iff in Hu. destruct Hu as (k & <- & _).
        unfold matched. cbn [image]. rewrite E. reflexivity. }
      lia. }
  assert (Heads : spider_heads items phi G <= t).
  { unfold spider_heads. rewrite (filter_map_length _ _ (fun k => matched G phi (Rel 0 0 (node (k, 0))))) by reflexivity.
    assert (Head : forall k, matched G phi (Rel 0 0 (node (k, 0))) = true ->
        exists j, j < t /\ app phi (node (k, 0)) = Some (node (j, 0))).
    { intros k M. unfold matched in M. cbn [image] in M. rewrite Root in M.
      destruct (app phi (node (k, 0))) as [z|]; [|discriminate]. apply tin_iff, Arc in M.
      destruct M as [(_ & j & Hj & ->)|(q & _ & K & _)]; [eauto | symmetry in K; elim (node_not_0 _ K)]. }
    assert (At : forall k j, j < t -> app phi (node (k, 0)) = Some (node (j, 0)) -> place_of t B phi (k, 0) = (j, 0)).
    { intros k j Hj E. unfold place_of. rewrite E. apply place_at_node, in_bins. split; [exact Hj | exact (proj1 Ok)]. }
    apply (filter_few _ (fun k => fst (place_of t B phi (k, 0)))); [apply seq_NoDup | |].
    - intros k l _ _ Mk Ml E. apply Head in Mk, Ml. destruct Mk as (j & Hj & Ek), Ml as (i & Hi & El).
      rewrite (At k j), (At l i) in E by assumption. cbn [fst] in E. subst i.
      assert (N : node (k, 0) = node (l, 0)) by (eapply pinj_inj; eauto). apply node_inj in N. congruence.
    - intros k _ M. apply Head in M. destruct M as (j & Hj & E). rewrite (At k j) by assumption. exact Hj. }
  assert (EachU : forall x, In x (units items) ->
      exists q, In q (units (bins t B)) /\ app phi (node x) = Some (node q)).
  { intros x Hx. assert (M : matched G phi (Inst (node x) 0) = true).
    { apply (proj1 (filter_all (matched G phi) (map (fun x => Inst (node x) 0) (units items)))).
      - rewrite map_length, units_length. lia.
      - apply in_map_iff. eauto. }
    unfold matched in M. cbn [image] in M. destruct (app phi (node x)) as [y|] eqn:E; [|discriminate].
    cbn [option_map] in M. apply tin_iff, in_spider in M.
    destruct M as [M|[M|[(q & Hq & M)|[(j & _ & M)|(q & _ & M)]]]]; try discriminate; injection M as ->.
    - exfalso. apply (node_not_0 x). eapply pinj_inj; eauto.
    - eauto. }
  assert (EachS : forall x, In x (steps items) -> matched G phi (step x) = true).
  { intros x Hx. apply (proj1 (filter_all (matched G phi) (map step (steps items)))).
    - fold (spider_steps items phi G). rewrite map_length. lia.
    - apply in_map, Hx. }
  assert (At : forall x q, In q (units (bins t B)) -> app phi (node x) = Some (node q) -> place_of t B phi x = q).
  { intros x q Hq E. unfold place_of. rewrite E. apply place_at_node, Hq. }
  apply full_bins; [exact Ok | | |].
  - intros x Hx. destruct (EachU x Hx) as (q & Hq & E). rewrite (At x q) by assumption. exact Hq.
  - intros x y Hx Hy E. destruct (EachU x Hx) as (q & Hq & Ex), (EachU y Hy) as (q' & Hq' & Ey).
    rewrite (At x q), (At y q') in E by assumption. subst q'. apply node_inj. eapply pinj_inj; eauto.
  - intros x Hx. destruct (steps_units items x Hx) as [H1 H2].
    destruct (EachU _ H1) as (q & Hq & E1), (EachU _ H2) as (q' & Hq' & E2).
    rewrite (At x q), (At (after x) q') by assumption. apply EachS in Hx. unfold matched, step in Hx. cbn [image] in Hx.
    rewrite E1, E2 in Hx. apply tin_iff, Arc in Hx. destruct Hx as [(K & _)|(r & _ & K & K')]; [elim (node_not_0 _ K)|].
    apply node_inj in K, K'. subst. reflexivity.
Qed.

Theorem packing_iff_smatch items t B :
  packing_ok items t B ->
  (exists b, packs items t B b) <-> SMATCH (spider items) (spider (bins t B)) (spider_threshold items t B).
Proof.
  intros Ok. split.
  - intros (b & Packs). exists (packed items b). apply packing_forth; assumption.
  - intros (phi & P & H). destruct t as [|t]; [exists (fun _ => 0); apply no_bins, Ok|].
    eexists. apply (packing_back items (S t) B phi); auto. lia.
Qed.

(** ** Caterpillars *)

Lemma in_caterpillar_step top side legs y z : In (Rel 0 y z) (caterpillar top side legs) <->
  exists x, In x (steps legs) /\ y = node x /\ z = node (after x).
Proof.
  unfold caterpillar. rewrite !in_app_iff, !in_map_iff. split.
  - intros [H|[(k & H & _)|[(k & H & _)|[(x & H & _)|[(k & H & _)|(x & H & K)]]]]]; try discriminate.
    + destruct top; [destruct H as [H|[]]; discriminate | destruct H].
    + apply Rel_inj in H. destruct H as (_ & <- & <-). eauto.
  - intros (x & H & -> & ->). do 5 right. exists x. auto.
Qed.

Lemma in_caterpillar_top top side legs y : In (Attr 0 y 0) (caterpillar top side legs) <-> y = 0 /\ top = true.
Proof.
  unfold caterpillar. rewrite !in_app_iff, !in_map_iff. split.
  - intros [H|[(k & H & _)|[(k & H & _)|[(x & H & _)|[(k & H & _)|(x & H & K)]]]]]; try discriminate.
    destruct top; [destruct H as [H|[]]; injection H; auto | destruct H].
  - intros [-> ->]. left. left. reflexivity.
Qed.

(** The words of the right graph, beside TOP and label 0, are not those of the left one. *)
Lemma caterpillar_other top legs t : In t (caterpillar top 1 legs) ->
  (forall v, t <> Inst v 0) /\ (forall y z, t <> Rel 1 y z) /\ (forall y z, t <> Rel 3 y z).
Proof.
  unfold caterpillar. rewrite !in_app_iff, !in_map_iff.
  intros [H|[(k & <- & _)|[(k & <- & _)|[(x & <- & _)|[(k & <- & _)|(x & <- & K)]]]]]; try (repeat split; discriminate).
  destruct top; [destruct H as [<-|[]] | destruct H]. repeat split; discriminate.
Qed.

Lemma caterpillar_score top items legs phi :
  score (caterpillar top 0 items) (caterpillar top 1 legs) phi =
  length (filter (matched (caterpillar top 1 legs) phi) (top_triple top)) +
  length (filter (matched (caterpillar top 1 legs) phi) (map step (steps items))).
Proof.
  unfold score. unfold caterpillar at 2. rewrite !filter_app_length.
  rewrite (filter_none _ (map (fun k => Inst (spine k) 0) _)), (filter_none _ (map (fun k => Rel (1 + 0) (spine k) (spine (S k))) _)),
    (filter_none _ (map (fun x => Inst (node x) 0) _)), (filter_none _ (map (fun k => Rel (3 + 0) (spine k) (node (k, 0))) _)); [lia|..];
    intros u Hu; apply in_map_iff in Hu; destruct Hu as (x & <- & _); apply not_true_is_false; intros M;
    unfold matched in M; cbn [image] in M;
    repeat match type of M with context [app phi ?v] => destruct (app phi v) as [?|]; [|discriminate] end;
    cbn [option_map] in M; apply tin_iff, caterpillar_other in M; destruct M as (M1 & M2 & M3).
  - exact (M3 _ _ eq_refl).
  - exact (M1 _ eq_refl).
  - exact (M2 _ _ eq_refl).
  - exact (M1 _ eq_refl).
Qed.

Theorem packing_degree_3_forth top items t B b :
  packing_ok items t B -> packs items t B b ->
  top_value top + (t * B - length items) <=
  score (caterpillar top 0 items) (caterpillar top 1 (bins t B)) (packed items b).
Proof.
  intros Ok Packs. rewrite caterpillar_score. apply Nat.add_le_mono.
  - destruct top; [|cbn; lia]. cbn [top_value top_triple]. rewrite filter_all_eq; [reflexivity|].
    intros u [<-|[]]. unfold matched. cbn [image packed app Nat.eqb option_map]. apply tin_iff, in_caterpillar_top. auto.
  - rewrite filter_all_eq, map_length.
    + assert (K := steps_length items (proj1 (proj2 Ok))). rewrite (proj2 (proj2 Ok)) in K. lia.
    + intros u Hu. apply in_map_iff in Hu. destruct Hu as (x & <- & Hx). unfold matched.
      destruct (packed_step items t B b x Ok Packs Hx) as (y & Hy & ->). apply tin_iff, in_caterpillar_step. eauto.
Qed.

Theorem packing_degree_3_back top items t B phi :
  packing_ok items t B -> pinj phi ->
  top_value top + (t * B - length items) <= score (caterpillar top 0 items) (caterpillar top 1 (bins t B)) phi ->
  exists b, packs items t B b /\
    forall x, In x (steps items) -> b (fst x) = fst (place_of t B phi x).
Proof.
  intros Ok P H. rewrite caterpillar_score in H. set (G := caterpillar top 1 (bins t B)) in *.
  assert (Top : length (filter (matched G phi) (top_triple top)) <= top_value top).
  { rewrite filter_le. destruct top; reflexivity. }
  assert (Steps := steps_length items (proj1 (proj2 Ok))). rewrite (proj2 (proj2 Ok)) in Steps.
  assert (EachS : forall x, In x (steps items) -> exists q, In q (steps (bins t B)) /\
      app phi (node x) = Some (node q) /\ app phi (node (after x)) = Some (node (after q))).
  { intros x Hx. assert (M : matched G phi (step x) = true).
    { apply (proj1 (filter_all (matched G phi) (map step (steps items)))); [rewrite map_length; lia | apply in_map, Hx]. }
    unfold matched, step in M. cbn [image] in M. destruct (app phi (node x)) as [y|]; [|discriminate].
    destruct (app phi (node (after x))) as [z|]; [|discriminate]. apply tin_iff, in_caterpillar_step in M.
    destruct M as (q & Hq & -> & ->). eauto. }
  set (L := map node (units items)). set (R := map node (units (bins t B))).
  set (pi := filter (fun p => (if in_dec Nat.eq_dec (fst p) L then true else false) &&
                              (if in_dec Nat.eq_dec (snd p) R then true else false)) phi).
  assert (InPi : forall i j, In (i, j) pi <-> In (i, j) phi /\ In i L /\ In j R).
  { intros i j. unfold pi. rewrite filter_In. cbn [fst snd].
    destruct (in_dec Nat.eq_dec i L), (in_dec Nat.eq_dec j R); cbn [andb]; intuition discriminate. }
  destruct (complete L R (fun _ => 0) (fun _ => 0)) with (pi := pi) as (rho & PR & CR & IR & All).
  - apply NoDup_map_on; [apply units_NoDup|]. intros x y _ _. apply node_inj.
  - apply NoDup_map_on; [apply units_NoDup|]. intros x y _ _. apply node_inj.
  - assert (E : forall c l, length (of_colour (fun _ => 0) c l) = if 0 =? c then length l else 0).
    { intros c l. unfold of_colour. induction l as [|x l IH]; [destruct (0 =? c); reflexivity|]. cbn [filter].
      destruct (0 =? c); cbn [length]; rewrite ?IH; reflexivity. }
    intros c. rewrite !E. unfold L, R. rewrite !map_length, !units_length, (proj2 (proj2 Ok)). unfold bins.
    rewrite list_sum_repeat. reflexivity.
  - apply filter_pinj, P.
  - intros i j K. apply InPi in K. tauto.
  - assert (EachU : forall x, In x (units items) -> exists q, In q (units (bins t B)) /\ app rho (node x) = Some (node q)).
    { intros x Hx. destruct (All (node x)) as (y & K); [apply in_map, Hx|]. assert (K' := CR _ _ K).
      destruct K' as (_ & K' & _). apply in_map_iff in K'. destruct K' as (q & <- & Hq). exists q. split; [exact Hq|].
      apply In_app; [apply PR | exact K]. }
    assert (At : forall x q, In q (units (bins t B)) -> app rho (node x) = Some (node q) -> place_of t B rho x = q).
    { intros x q Hq E. unfold place_of. rewrite E. apply place_at_node, Hq. }
    assert (Kept : forall x q, In x (units items) -> In q (units (bins t B)) -> app phi (node x) = Some (node q) ->
        app rho (node x) = Some (node q)).
    { intros x q Hx Hq E. apply In_app; [apply PR|]. apply IR, InPi. split; [apply app_In, E|].
      split; apply in_map; assumption. }
    assert (Packs : packs items t B (fun k => fst (place_of t B rho (k, 0)))).
    { apply full_bins; [exact Ok | | |].
      - intros x Hx. destruct (EachU x Hx) as (q & Hq & E). rewrite (At x q) by assumption. exact Hq.
      - intros x y Hx Hy E. destruct (EachU x Hx) as (q & Hq & Ex), (EachU y Hy) as (q' & Hq' & Ey).
        rewrite (At x q), (At y q') in E by assumption. subst q'. apply node_inj. eapply pinj_inj; eauto.
      - intros x Hx. destruct (steps_units items x Hx) as [H1 H2], (EachS x Hx) as (q & Hq & E1 & E2).
        destruct (steps_units _ q Hq) as [U1 U2].
        rewrite (At x q), (At (after x) (after q)) by (auto using Kept). reflexivity. }
    exists (fun k => fst (place_of t B rho (k, 0))). split; [exact Packs|].
    intros [k u]. cbn [fst]. induction u as [|u IH]; intros Hx.
    + destruct (steps_units items _ Hx) as [H1 _], (EachS _ Hx) as (q & Hq & E1 & _).
      destruct (steps_units _ q Hq) as [U1 _]. rewrite (At _ q) by (auto using Kept).
      unfold place_of. rewrite E1, place_at_node by exact U1. reflexivity.
    + assert (Hx' : In (k, u) (steps items)).
      { apply in_steps in Hx. destruct Hx as (a & N & K). apply in_steps. exists a. split; [exact N | lia]. }
      rewrite IH by exact Hx'. destruct (EachS _ Hx') as (q & Hq & E1 & E2). destruct (steps_units _ q Hq) as [U1 U2].
      change (k, S u) with (after (k, u)). unfold place_of. rewrite E1, E2, !place_at_node by assumption. reflexivity.
Qed.

Theorem packing_degree_3_iff_smatch top items t B :
  packing_ok items t B ->
  (exists b, packs items t B b) <->
  SMATCH (caterpillar top 0 items) (caterpillar top 1 (bins t B)) (top_value top + (t * B - length items)).
Proof.
  intros Ok. split.
  - intros (b & Packs). exists (packed items b). split; [apply (packed_pinj items t B b Ok Packs)|].
    apply packing_degree_3_forth; assumption.
  - intros (phi & P & H). destruct (packing_degree_3_back top items t B phi Ok P H) as (b & Packs & _). eauto.
Qed.

(** ** Trees of small degree *)

Definition sources (T : list triple) : list nat := flat_map (fun t => match t with Rel _ u _ => [u] | _ => [] end) T.
Definition targets (T : list triple) : list nat := flat_map (fun t => match t with Rel _ _ v => [v] | _ => [] end) T.
Definition degree (T : list triple) v := count_occ Nat.eq_dec (sources T) v + count_occ Nat.eq_dec (targets T) v.

Lemma flat_map_words {T} (f : T -> triple) (g : triple -> list nat) (h : T -> list nat) l :
  (forall x, g (f x) = h x) -> flat_map g (map f l) = flat_map h l.
Proof. intros E. induction l as [|x l IH]; [reflexivity|]. cbn [map flat_map]. rewrite E, IH. reflexivity. Qed.

Lemma flat_map_one {T} (f : T -> nat) l : flat_map (fun x => [f x]) l = map f l.
Proof. induction l as [|x l IH]; [reflexivity|]. cbn [flat_map map List.app]. rewrite IH. reflexivity. Qed.

Lemma flat_map_none {T} (l : list T) : flat_map (fun _ => @nil nat) l = [].
Proof. induction l; auto. Qed.

Lemma steps_NoDup legs : NoDup (steps legs).
Proof. exact (numbers_NoDup pred legs). Qed.

(** The first units and those after others: no two are one. *)
Lemma below_NoDup legs :
  NoDup (map (fun k => node (k, 0)) (seq 0 (length legs)) ++ map (fun x => node (after x)) (steps legs)).
Proof.
  apply NoDup_disjoint.
  - apply NoDup_map_on; [apply seq_NoDup|]. intros k l _ _ E. apply node_inj in E. congruence.
  - apply NoDup_map_on; [apply steps_NoDup|]. intros [k u] [l v] _ _ E. apply node_inj in E.
    unfold after in E. cbn [fst snd] in E. congruence.
  - intros y Hy K. apply in_map_iff in Hy, K. destruct Hy as (k & <- & _), K as (x & E & _).
    apply node_inj in E. discriminate.
Qed.

Theorem spider_tree legs : NoDup (targets (spider legs)) /\ ~ In 0 (targets (spider legs)).
Proof.
  replace (targets (spider legs))
    with (map (fun k => node (k, 0)) (seq 0 (length legs)) ++ map (fun x => node (after x)) (steps legs)).
  - split; [apply below_NoDup|]. rewrite in_app_iff, !in_map_iff.
    intros [(k & E & _)|(x & E & _)]; exact (node_not_0 _ E).
  - unfold targets, spider. cbn [flat_map List.app]. rewrite !flat_map_app.
    rewrite (flat_map_words _ _ (fun _ => [])), flat_map_none by reflexivity.
    rewrite (flat_map_words _ _ (fun k => [node (k, 0)])), flat_map_one by reflexivity.
    rewrite (flat_map_words step _ (fun x => [node (after x)])), flat_map_one by reflexivity. reflexivity.
Qed.

Lemma caterpillar_targets top side legs : targets (caterpillar top side legs) =
  map (fun k => spine (S k)) (seq 0 (pred (length legs))) ++
  map (fun k => node (k, 0)) (seq 0 (length legs)) ++ map (fun x => node (after x)) (steps legs).
Proof.
  unfold targets, caterpillar. rewrite !flat_map_app.
  rewrite (flat_map_words (fun k => Inst (spine k) side) _ (fun _ => [])), flat_map_none by reflexivity.
  rewrite (flat_map_words _ _ (fun k => [spine (S k)])), flat_map_one by reflexivity.
  rewrite (flat_map_words (fun x => Inst (node x) side) _ (fun _ => [])), flat_map_none by reflexivity.
  rewrite (flat_map_words _ _ (fun k => [node (k, 0)])), flat_map_one by reflexivity.
  rewrite (flat_map_words step _ (fun x => [node (after x)])), flat_map_one by reflexivity. destruct top; reflexivity.
Qed.

Lemma caterpillar_sources top side legs : sources (caterpillar top side legs) =
  map spine (seq 0 (pred (length legs))) ++ map spine (seq 0 (length legs)) ++ map node (steps legs).
Proof.
  unfold sources, caterpillar. rewrite !flat_map_app.
  rewrite (flat_map_words (fun k => Inst (spine k) side) _ (fun _ => [])), flat_map_none by reflexivity.
  rewrite (flat_map_words _ _ (fun k => [spine k])), flat_map_one by reflexivity.
  rewrite (flat_map_words (fun x => Inst (node x) side) _ (fun _ => [])), flat_map_none by reflexivity.
  rewrite (flat_map_words _ _ (fun k => [spine k])), flat_map_one by reflexivity.
  rewrite (flat_map_words step _ (fun x => [node x])), flat_map_one by reflexivity. destruct top; reflexivity.
Qed.

Lemma spine_inj k l : spine k = spine l -> k = l.
Proof.
  destruct k as [|k], l as [|l]; cbn [spine]; intros E; [reflexivity | discriminate | discriminate |].
  apply name_inj in E. lia.
Qed.

Lemma count_NoDup l v : NoDup l -> count_occ Nat.eq_dec l v <= 1.
Proof. intros ND. apply (proj1 (NoDup_count_occ Nat.eq_dec l) ND). Qed.

Theorem caterpillar_tree top side legs :
  NoDup (targets (caterpillar top side legs)) /\ ~ In 0 (targets (caterpillar top side legs)).
Proof.
  rewrite caterpillar_targets. split.
  - apply NoDup_disjoint; [| apply below_NoDup |].
    + apply NoDup_map_on; [apply seq_NoDup|]. intros k l _ _ E. apply spine_inj in E. congruence.
    + intros y Hy K. apply in_map_iff in Hy. destruct Hy as (k & <- & _). rewrite in_app_iff, !in_map_iff in K.
      destruct K as [(l & E & _)|(x & E & _)]; exact (node_not_spine _ (S k) E).
  - rewrite !in_app_iff, !in_map_iff. intros [(k & E & _)|[(k & E & _)|(x & E & _)]].
    + apply (spine_inj (S k) 0) in E. discriminate.
    + exact (node_not_0 _ E).
    + exact (node_not_0 _ E).
Qed.

Theorem caterpillar_degree top side legs v : degree (caterpillar top side legs) v <= 3.
Proof.
  unfold degree. assert (T := count_NoDup _ v (proj1 (caterpillar_tree top side legs))).
  rewrite caterpillar_sources, count_occ_app.
  assert (Spine : forall n, NoDup (map spine (seq 0 n))).
  { intros n. apply NoDup_map_on; [apply seq_NoDup|]. intros k l _ _. apply spine_inj. }
  assert (One := count_NoDup _ v (Spine (pred (length legs)))).
  enough (Two : NoDup (map spine (seq 0 (length legs)) ++ map node (steps legs))).
  { apply (count_NoDup _ v) in Two. lia. }
  apply NoDup_disjoint; [apply Spine | |].
  - apply NoDup_map_on; [apply steps_NoDup|]. intros x y _ _. apply node_inj.
  - intros y Hy K. apply in_map_iff in Hy, K. destruct Hy as (k & <- & _), K as (x & E & _).
    exact (node_not_spine x k E).
Qed.
