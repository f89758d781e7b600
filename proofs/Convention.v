(** * The convention smatch

    From a graph as it is written to the triples that Smatch counts, as the convention that `smatchproof score` takes by
    default makes them, conv:smatch|dup:set|top:const: [draft] says which they are, [triples] lists each once, in the order
    of certificates.  Python: SmatchReading in src/smatchproof/conventions/convention_rules.py.

      concepts   instance(v, c), where c is written in small letters and without the quotes of a string
      the root   TOP(v, top)
      edges      r(v, w) where the target is the name of a variable, wherever that is defined; otherwise it is a constant,
                 an attribute, whose value is written as concepts are.  A string is never a variable
      roles      in small letters; r-of(v, w) is r(w, v), but consist-of, prep-on-behalf-of, prep-out-of are roles of their
                 own; domain(v, w) is mod(w, v).  The inverse of a constant stays with its variable, as r-of
      repetition each triple counts once

    [inverse_role], [constant_inverse]: what inverse roles mean.  [same_triples]: two graphs have the same triples if their
    drafts have the same members; so neither the order of branches nor repetition counts.  [renamed]: nor do the names of
    variables. *)

From Coq Require Import Arith Lia Bool List NArith ZArith SetoidList.
From Coq Require String.
Import String.StringSyntax.
From SmatchProof Require Import Lists Maps Json Program Unicode Penman.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope N_scope.

(** A triple about variables, which are numbers: r(i, x) or r(i, j). *)
Inductive named_triple := Att (r : text) (i : nat) (x : text) | Arc (r : text) (i j : nat).

(** No role contains a solidus, but those that certificates give to concepts and to the mark of the root. *)
Definition top_role : text := word "/TOP".
Definition top_value : text := word "top".
Definition domain : text := word "domain".
Definition mod_role : text := word "mod".
Definition of_suffix : text := word "-of".
Definition own_roles : list text := [word "consist-of"; word "prep-on-behalf-of"; word "prep-out-of"].
Definition own_backwards : list text := map (@trev N) own_roles.

(** ** Roles *)

(** Of a role that is written backwards. *)
Definition small_o : N := 111.

Fixpoint turned (backwards : text) (inverse : bool) : text * bool :=
  match backwards with
  | f :: o :: m :: ((_ :: _) as rest) =>
      if (f =? small_f) && (o =? small_o) && (m =? minus) && negb (existsb (text_eqb backwards) own_backwards)
      then turned rest (negb inverse) else (backwards, inverse)
  | _ => (backwards, inverse)
  end.

(** A role in small letters without -of, and whether source and target change places. *)
Definition direction (role : text) : text * bool :=
  let (backwards, inverse) := turned (trev (lower role)) false in
  let role := trev backwards in
  if text_eqb role domain then (mod_role, negb inverse) else (role, inverse).

(** ** Triples *)

Definition content (v : value) : text := match v with Bare s | In_string_marks s => s end.

(** The number of the variable of that name. *)
Fixpoint place (l : list text) (s : text) : option nat :=
  match l with
  | [] => None
  | n :: rest => if text_eqb n s then Some O else option_map S (place rest s)
  end.

(** The variable that a target is, as [lookup] finds it. *)
Definition variable_of (lookup : text -> option nat) (v : value) : option nat :=
  match v with Bare s => lookup s | In_string_marks _ => None end.

Definition of_edge (lookup : text -> option nat) (e : edge) : named_triple :=
  match e with
  | (i, role, target) =>
      let (r, inverse) := direction role in
      match variable_of lookup target with
      | Some j => if inverse then Arc r j i else Arc r i j
      | None => Att (if inverse then tapp r of_suffix else r) i (lower (content target))
      end
  end.

Fixpoint concepts_from (k : nat) (l : list (text * value)) (done : list named_triple) : list named_triple :=
  match l with
  | [] => done
  | (_, c) :: rest => concepts_from (S k) rest (Att concept_role k (lower (content c)) :: done)
  end.

Definition draft_by (lookup : text -> option nat) (g : amr) : list named_triple :=
  Att top_role 0 top_value :: concepts_from 0 (nodes g) (tmap (of_edge lookup) (edges g)).

(** All triples, some of them several times. *)
Definition draft (g : amr) : list named_triple := draft_by (place (names g)) g.

(** The order of certificates: attributes by role, variable and value, then relations by role, source and target. *)
Definition named_key (t : named_triple) : Key.t :=
  let letters := fun s : text => tmap (fun c => S (N.to_nat c)) s in
  match t with
  | Att r i x => O :: tapp (letters r) (O :: i :: letters x)
  | Arc r i j => S O :: tapp (letters r) [O; i; j]
  end.

Definition sort (l : list named_triple) : list named_triple :=
  tmap snd (LM.elements (fold_left (fun m t => LM.add (named_key t) t m) l (LM.empty named_triple))).

(** A map from names to numbers, which is [place]. *)
Definition places (l : list text) : LM.t nat :=
  fst (fold_left (fun (m : LM.t nat * nat) s => (LM.add (name_key s) (snd m) (fst m), S (snd m))) l (LM.empty nat, O)).

Definition triples (g : amr) : list named_triple :=
  let m := places (names g) in sort (draft_by (fun s => LM.find (name_key s) m) g).

(** ** The list is the draft, each triple once *)

Lemma letters_sep (r r' : text) a b :
  map (fun c => S (N.to_nat c)) r ++ O :: a = map (fun c => S (N.to_nat c)) r' ++ O :: b -> r = r' /\ a = b.
Proof.
  revert r'. induction r as [|c r IH]; destruct r' as [|d r']; cbn [map List.app]; intros E; try discriminate.
  - injection E as E. auto.
  - injection E as Ec E. apply N2Nat.inj in Ec. destruct (IH r' E) as [-> ->]. subst. auto.
Qed.

Lemma letters_inj (r r' : text) : map (fun c => S (N.to_nat c)) r = map (fun c => S (N.to_nat c)) r' -> r = r'.
Proof.
  intros E. apply (f_equal (fun l => l ++ [O])) in E. apply letters_sep in E. apply E.
Qed.

Lemma named_key_inj s t : named_key s = named_key t -> s = t.
Proof.
  destruct s as [r i x|r i j], t as [r' i' x'|r' i' j']; cbn [named_key]; rewrite ?tapp_eq, ?tmap_eq; intros E;
    try discriminate; injection E as E; apply letters_sep in E; destruct E as [-> E].
  - injection E as -> E. apply letters_inj in E. subst. reflexivity.
  - injection E as -> ->. reflexivity.
Qed.

Lemma sorted_find l k : forall m : LM.t named_triple,
  LM.find k (fold_left (fun m t => LM.add (named_key t) t m) l m)
  = match find (key_is named_key k) l with Some t => Some t | None => LM.find k m end.
Proof.
  induction l as [|t l IH]; intros m; cbn [fold_left find]; [reflexivity|]. rewrite IH, LM_add.
  unfold key_is at 2. destruct (find (key_is named_key k) l) as [u|] eqn:F.
  - destruct (Key.eq_dec (named_key t) k) as [E|_]; [|reflexivity].
    apply find_some in F. destruct F as [_ F]. apply key_is_iff in F. f_equal. apply named_key_inj. congruence.
  - destruct (Key.eq_dec (named_key t) k); reflexivity.
Qed.

Lemma sort_entries l k t :
  In (k, t) (LM.elements (fold_left (fun m t => LM.add (named_key t) t m) l (LM.empty named_triple)))
  <-> k = named_key t /\ In t l.
Proof.
  set (m := fold_left _ _ _).
  assert (F : LM.MapsTo k t m <-> find (key_is named_key k) l = Some t).
  { rewrite LF.find_mapsto_iff. unfold m. rewrite sorted_find, LF.empty_o.
    destruct (find _ l); split; congruence. }
  assert (A : In (k, t) (LM.elements m) <-> InA (@LM.eq_key_elt named_triple) (k, t) (LM.elements m)).
  { rewrite InA_alt. split.
    - intros H. exists (k, t). split; [split; reflexivity | exact H].
    - intros ([k' t'] & [Ek Et] & H). cbn in Ek, Et. unfold Key.eq in Ek. subst. exact H. }
  rewrite A, <- LF.elements_mapsto_iff, F. split.
  - intros H. apply find_some in H. destruct H as [H K]. apply key_is_iff in K. auto.
  - intros [-> H]. destruct (find (key_is named_key (named_key t)) l) as [u|] eqn:E.
    + apply find_some in E. destruct E as [_ E]. apply key_is_iff in E. f_equal. apply named_key_inj, E.
    + exfalso. apply (find_none _ _ E) in H. rewrite <- not_true_iff_false, key_is_iff in H. auto.
Qed.

Theorem sort_in l t : In t (sort l) <-> In t l.
Proof.
  unfold sort. rewrite tmap_eq, in_map_iff. split.
  - intros ([k u] & <- & H). apply sort_entries in H. apply H.
  - intros H. exists (named_key t, t). split; [reflexivity|]. apply sort_entries. auto.
Qed.

Theorem sort_once l : NoDup (sort l).
Proof.
  unfold sort. rewrite tmap_eq.
  set (m := fold_left _ _ _). assert (Keys : forall k t, In (k, t) (LM.elements m) -> k = named_key t).
  { intros k t H. apply sort_entries in H. apply H. }
  pose proof (LM.elements_3w m) as ND. induction (LM.elements m) as [|[k t] l' IH]; cbn [map snd]; [constructor|].
  inversion ND as [|? ? Fresh ND']. subst. constructor.
  - intros H. apply in_map_iff in H. destruct H as ([k' t'] & E & H). cbn in E. subst t'. apply Fresh.
    apply InA_alt. exists (k', t). split; [|exact H]. unfold LM.eq_key. cbn.
    rewrite (Keys k t) by (left; reflexivity). rewrite (Keys k' t) by (right; exact H). reflexivity.
  - apply IH; [intros k' t' H; apply Keys; right; exact H | exact ND'].
Qed.

Lemma place_some l s k : place l s = Some k -> In s l.
Proof.
  revert k. induction l as [|n l IH]; cbn [place]; intros k E; [discriminate|].
  destruct (text_eqb n s) eqn:T; [left; apply text_eqb_iff, T|]. right. destruct (place l s); [eauto | discriminate].
Qed.

Lemma places_find s l : forall m k, NoDup l ->
  LM.find (name_key s) (fst (fold_left (fun (m : LM.t nat * nat) s => (LM.add (name_key s) (snd m) (fst m), S (snd m))) l (m, k)))
  = match place l s with Some j => Some (k + j)%nat | None => LM.find (name_key s) m end.
Proof.
  induction l as [|n l IH]; intros m k ND; [reflexivity|]. inversion ND as [|? ? Fresh ND']. subst.
  cbn [fold_left place fst snd]. rewrite (IH _ _ ND'), LM_add.
  destruct (text_eqb n s) eqn:T.
  - apply text_eqb_iff in T. subst n. destruct (place l s) as [j|] eqn:P; [exfalso; eapply Fresh, place_some, P|].
    destruct (Key.eq_dec _ _) as [_|Ne]; [f_equal; lia | exfalso; apply Ne; reflexivity].
  - destruct (place l s) as [j|]; cbn [option_map]; [f_equal; lia|].
    destruct (Key.eq_dec _ _) as [E|_]; [|reflexivity]. apply name_key_inj in E. subst n.
    rewrite (proj2 (text_eqb_iff s s) eq_refl) in T. discriminate.
Qed.

Lemma places_place l s : NoDup l -> LM.find (name_key s) (places l) = place l s.
Proof.
  intros ND. unfold places. rewrite (places_find s l _ _ ND). destruct (place l s); [reflexivity|]. apply LF.empty_o.
Qed.

Lemma concepts_from_eq l : forall k done,
  concepts_from k l done = rev (map (fun e => Att concept_role (fst e) (lower (content (snd (snd e))))) (combine (seq k (length l)) l)) ++ done.
Proof.
  induction l as [|[n c] l IH]; intros k done; [reflexivity|].
  cbn [concepts_from length seq combine map rev fst snd]. rewrite IH, <- app_assoc. reflexivity.
Qed.

Lemma draft_by_in lookup g t :
  In t (draft_by lookup g) <->
  t = Att top_role 0 top_value \/
  (exists k n c, nth_error (nodes g) k = Some (n, c) /\ t = Att concept_role k (lower (content c))) \/
  exists e, In e (edges g) /\ t = of_edge lookup e.
Proof.
  unfold draft_by. rewrite concepts_from_eq, tmap_eq. cbn [In]. rewrite in_app_iff, <- in_rev, !in_map_iff.
  assert (K : forall (l : list (text * value)) k0 k n c,
             In (k, (n, c)) (combine (seq k0 (length l)) l) <-> (k0 <= k)%nat /\ nth_error l (k - k0) = Some (n, c)).
  { induction l as [|[n' c'] l IH]; intros k0 k n c; cbn [length seq combine In].
    - split; [tauto | intros [_ H]; destruct (k - k0)%nat; discriminate].
    - rewrite IH. destruct (Nat.eq_dec k k0) as [->|Ne].
      + rewrite Nat.sub_diag. cbn [nth_error]. split; [intros [E|[Le _]]; [injection E as -> ->; auto | lia]|].
        intros [_ E]. injection E as -> ->. auto.
      + split.
        * intros [E|[Le H]]; [congruence|]. split; [lia|]. replace (k - k0)%nat with (S (k - S k0)) by lia. exact H.
        * intros [Le H]. right. split; [lia|]. replace (k - k0)%nat with (S (k - S k0)) in H by lia. exact H. }
  split.
  - intros [<-|[(x & <- & H)|(e & <- & H)]]; [auto | | eauto].
    destruct x as [k [n c]]. apply K in H. rewrite Nat.sub_0_r in H. right. left. exists k, n, c. cbn. tauto.
  - intros [->|[(k & n & c & H & ->)|(e & H & ->)]]; [auto | | eauto].
    right. left. exists (k, (n, c)). split; [reflexivity|]. apply K. rewrite Nat.sub_0_r. split; [lia | exact H].
Qed.

(** What [triples] has are the triples of the draft. *)
Theorem triples_in g t : NoDup (names g) -> In t (triples g) <-> In t (draft g).
Proof.
  intros ND. unfold triples, draft. rewrite sort_in, !draft_by_in.
  assert (E : forall e, of_edge (fun s => LM.find (name_key s) (places (names g))) e = of_edge (place (names g)) e).
  { intros [[i r] v]. unfold of_edge, variable_of. destruct v as [s|s]; [|reflexivity]. rewrite (places_place _ _ ND). reflexivity. }
  split; intros [H|[H|(e & H & ->)]]; auto; right; right; exists e; rewrite E; auto.
Qed.

Theorem triples_once g : NoDup (triples g).
Proof. apply sort_once. Qed.

(** ** What does not count *)

(** Two lists in the order of their keys that have the same members are one. *)
Lemma sorted_unique (l : list (Key.t * named_triple)) : forall m,
  Sorted (@LM.lt_key named_triple) l -> Sorted (@LM.lt_key named_triple) m -> (forall e, In e l <-> In e m) -> l = m.
Proof.
  assert (Trans : RelationClasses.Transitive (@LM.lt_key named_triple)).
  { intros x y z. unfold LM.lt_key. intros H K. exact (@Key.lt_trans _ _ _ H K). }
  assert (Irr : forall e, ~ @LM.lt_key named_triple e e).
  { intros e H. unfold LM.lt_key in H. apply (@Key.lt_not_eq (fst e) (fst e) H). reflexivity. }
  induction l as [|x l IH]; intros m SL SM E.
  - destruct m as [|y m]; [reflexivity|]. exfalso. apply (proj2 (E y)). left. reflexivity.
  - destruct m as [|y m]; [exfalso; apply (proj1 (E x)); left; reflexivity|].
    apply Sorted_StronglySorted in SL; [|exact Trans]. apply Sorted_StronglySorted in SM; [|exact Trans].
    inversion SL as [|? ? SL' FL]. inversion SM as [|? ? SM' FM]. subst. rewrite Forall_forall in FL, FM.
    assert (x = y) as <-.
    { destruct (proj1 (E x) (or_introl eq_refl)) as [H|H]; [auto|].
      destruct (proj2 (E y) (or_introl eq_refl)) as [K|K]; [auto|].
      exfalso. apply (Irr x). eapply Trans; [apply FL, K | apply FM, H]. }
    enough (l = m) as -> by reflexivity. apply IH; try (apply StronglySorted_Sorted; assumption). intros e. split; intros H.
    + destruct (proj1 (E e) (or_intror H)) as [<-|K]; [exfalso; exact (Irr x (FL x H)) | exact K].
    + destruct (proj2 (E e) (or_intror H)) as [<-|K]; [exfalso; exact (Irr x (FM x H)) | exact K].
Qed.

Lemma sort_same l m : (forall t, In t l <-> In t m) -> sort l = sort m.
Proof.
  intros E. unfold sort. f_equal. apply sorted_unique; try apply LM.elements_3.
  intros [k t]. rewrite !sort_entries, E. reflexivity.
Qed.

Lemma triples_draft g : NoDup (names g) -> triples g = sort (draft g).
Proof.
  intros ND. rewrite <- (sort_same (triples g)) by (intros t; apply triples_in, ND).
  unfold triples at 2. rewrite (sort_same (sort _) _ (sort_in _)). reflexivity.
Qed.

(** Graphs whose drafts have the same members have the same triples, so neither the order of branches nor repetition
    counts. *)
Theorem same_triples g h :
  NoDup (names g) -> NoDup (names h) -> (forall t, In t (draft g) <-> In t (draft h)) -> triples g = triples h.
Proof. intros Ng Nh E. rewrite !triples_draft by assumption. apply sort_same, E. Qed.

(** *** Inverse roles *)

Lemma lower_onto_app s t : letter_first t = false -> (forall c, In c t -> c <> capital_sigma) ->
  forall before done, (forall u, letter_first (u ++ t) = letter_first u) ->
  lower_onto before (s ++ t) done = lower_onto before s done ++ flat_map small t.
Proof.
  intros _ Plain before done Cut. revert before done. induction s as [|c s IH]; intros before done.
  - cbn [List.app lower_onto]. revert before done Cut. induction t as [|c t IH]; intros before done _.
    + cbn [lower_onto flat_map]. rewrite app_nil_r. reflexivity.
    + cbn [lower_onto flat_map]. rewrite (proj2 (N.eqb_neq c capital_sigma)) by (apply Plain; left; reflexivity).
      assert (K : forall t', (forall c, In c t' -> c <> capital_sigma) -> forall before done, lower_onto before t' done = trev done ++ flat_map small t').
      { clear. induction t' as [|c t' IH]; intros Plain before done; cbn [lower_onto flat_map]; [rewrite app_nil_r; reflexivity|].
        rewrite (proj2 (N.eqb_neq c capital_sigma)) by (apply Plain; left; reflexivity).
        rewrite IH by (intros d Hd; apply Plain; right; exact Hd).
        rewrite !trev_eq, rev_append_rev, rev_app_distr, rev_involutive, app_assoc. reflexivity. }
      rewrite K by (intros d Hd; apply Plain; right; exact Hd).
      rewrite !trev_eq, rev_append_rev, rev_app_distr, rev_involutive, app_assoc. reflexivity.
  - cbn [List.app lower_onto]. rewrite Cut. apply IH.
Qed.

Lemma lower_of s : lower (s ++ of_suffix) = lower s ++ of_suffix.
Proof.
  unfold lower. rewrite lower_onto_app.
  - f_equal.
  - vm_compute. reflexivity.
  - intros c H. vm_compute in H. intros ->. vm_compute in H. intuition discriminate.
  - induction u as [|c u IH]; [vm_compute; reflexivity|]. cbn [List.app letter_first]. rewrite IH. reflexivity.
Qed.

Lemma lower_nil s : lower s = [] -> s = [].
Proof.
  assert (K : forall l before done, lower_onto before l done = [] -> l = [] /\ done = []).
  { induction l as [|c l IH]; intros before done E; cbn [lower_onto] in E.
    - rewrite trev_eq in E. apply (f_equal (@rev N)) in E. rewrite rev_involutive in E. auto.
    - apply IH in E. destruct E as [_ E]. exfalso. rewrite rev_append_rev in E. apply app_eq_nil in E. destruct E as [E _].
      apply (f_equal (@rev N)) in E. rewrite rev_involutive in E. cbn [rev] in E.
      destruct (c =? capital_sigma); [discriminate|]. unfold small in E. destruct (c <? tail_first); [discriminate|].
      destruct (c =? dotted_I); [discriminate|]. destruct (find _ capitals) as [[[[? ?] ?] ?]|]; discriminate. }
  intros E. apply K in E. apply E.
Qed.

Lemma turned_step f o m x rest inverse :
  turned (f :: o :: m :: x :: rest) inverse =
  if (f =? small_f) && (o =? small_o) && (m =? minus) && negb (existsb (text_eqb (f :: o :: m :: x :: rest)) own_backwards)
  then turned (x :: rest) (negb inverse) else (f :: o :: m :: x :: rest, inverse).
Proof. reflexivity. Qed.

Lemma turned_negb r inverse : turned r (negb inverse) = (fst (turned r inverse), negb (snd (turned r inverse))).
Proof.
  remember (length r) as n eqn:E. assert (Le : (length r <= n)%nat) by lia. clear E. revert r inverse Le.
  induction n as [|n IH]; intros [|f [|o [|m [|x rest]]]] inverse Le; cbn [length] in Le; try reflexivity; try lia.
  rewrite !turned_step. destruct (_ && _); [apply IH; cbn [length]; lia | reflexivity].
Qed.

(** r-of is the inverse of r, if that is not nothing and r-of is no role of its own. *)
Theorem inverse_role r : r <> [] -> ~ In (lower (r ++ of_suffix)) own_roles ->
  direction (r ++ of_suffix) = (fst (direction r), negb (snd (direction r))).
Proof.
  intros Ne Own. unfold direction. rewrite lower_of in *. rewrite !trev_eq, rev_app_distr.
  change (rev of_suffix) with [small_f; small_o; minus].
  assert (Step : turned ([small_f; small_o; minus] ++ rev (lower r)) false = turned (rev (lower r)) true).
  { destruct (rev (lower r)) as [|x rest] eqn:E.
    - exfalso. apply Ne, lower_nil. apply (f_equal (@rev N)) in E. rewrite rev_involutive in E. exact E.
    - cbn [List.app]. rewrite turned_step, !N.eqb_refl. cbn [andb].
      destruct (existsb _ own_backwards) eqn:X; [|reflexivity]. exfalso. apply Own.
      apply existsb_exists in X. destruct X as (b & Hb & X). apply text_eqb_iff in X. subst b.
      unfold own_backwards in Hb. apply in_map_iff in Hb. destruct Hb as (w & Hw & H).
      apply (f_equal (@rev N)) in Hw. rewrite trev_eq, rev_involutive in Hw. subst w.
      change (small_f :: small_o :: minus :: x :: rest) with ([small_f; small_o; minus] ++ x :: rest) in H.
      rewrite rev_app_distr, <- E, rev_involutive in H. exact H. }
  rewrite Step. change true with (negb false) at 1. rewrite turned_negb.
  destruct (turned (rev (lower r)) false) as [b i]. cbn [fst snd].
  destruct (text_eqb (trev b) domain); reflexivity.
Qed.

(** So an edge from x to y is the edge from y to x under the inverse role: they are the same triple. *)
Theorem inverse_edge lookup i j x y r :
  lookup x = Some i -> lookup y = Some j -> r <> [] -> ~ In (lower (r ++ of_suffix)) own_roles ->
  of_edge lookup (i, r ++ of_suffix, Bare y) = of_edge lookup (j, r, Bare x).
Proof.
  intros X Y Ne Own. unfold of_edge, variable_of. rewrite inverse_role by assumption. rewrite X, Y.
  destruct (direction r) as [s [|]]; reflexivity.
Qed.

(** The inverse of a constant is an attribute of its variable. *)
Theorem constant_inverse lookup i r s v :
  variable_of lookup v = None -> direction r = (s, true) ->
  of_edge lookup (i, r, v) = Att (s ++ of_suffix) i (lower (content v)).
Proof. intros V D. unfold of_edge. rewrite D, V, tapp_eq. reflexivity. Qed.

(** *** Names of variables *)

(** The graph with other names: those of variables, and the targets that are such names. *)
Definition renaming (f : text -> text) (g : amr) : amr :=
  {| nodes := map (fun n => (f (fst n), snd n)) (nodes g);
     edges := map (fun e : edge => match e with
                          | (i, r, Bare s) => (i, r, Bare (match place (names g) s with Some _ => f s | None => s end))
                          | e => e
                          end) (edges g) |}.

Lemma place_map f l s :
  (forall a b, In a l -> In b l -> f a = f b -> a = b) -> In s l -> place (map f l) (f s) = place l s.
Proof.
  induction l as [|n l IH]; intros Inj H; [destruct H|]. cbn [map place].
  destruct (text_eqb n s) eqn:T.
  - apply text_eqb_iff in T. subst n. rewrite (proj2 (text_eqb_iff _ _) eq_refl). reflexivity.
  - destruct (text_eqb (f n) (f s)) eqn:F.
    + apply text_eqb_iff in F. apply Inj in F; [|left; reflexivity | exact H]. subst n.
      rewrite (proj2 (text_eqb_iff s s) eq_refl) in T. discriminate.
    + rewrite IH; [reflexivity | intros a b Ha Hb; apply Inj; right; assumption|].
      destruct H as [->|H]; [rewrite (proj2 (text_eqb_iff s s) eq_refl) in T; discriminate | exact H].
Qed.

Lemma place_none l s : ~ In s l -> place l s = None.
Proof. destruct (place l s) eqn:E; [|reflexivity]. apply place_some in E. tauto. Qed.

Lemma in_place l s : In s l -> place l s <> None.
Proof.
  induction l as [|n l IH]; [intros []|]. cbn [place]. destruct (text_eqb n s) eqn:T; [discriminate|].
  intros [->|H]; [rewrite (proj2 (text_eqb_iff s s) eq_refl) in T; discriminate|].
  specialize (IH H). destruct (place l s); [discriminate | tauto].
Qed.

(** The names of variables do not count: neither two variables become one, nor a constant the name of a variable. *)
Theorem renamed f g :
  (forall a b, In a (names g) -> In b (names g) -> f a = f b -> a = b) ->
  (forall i r s, In (i, r, Bare s) (edges g) -> ~ In s (names g) -> ~ In s (map f (names g))) ->
  draft (renaming f g) = draft g.
Proof.
  intros Inj Free.
  assert (N : names (renaming f g) = map f (names g)).
  { unfold names, renaming. cbn [nodes]. rewrite !tmap_eq, !map_map. reflexivity. }
  unfold draft, draft_by. rewrite N. f_equal. rewrite !concepts_from_eq. f_equal.
  - f_equal. unfold renaming. cbn [nodes]. rewrite map_length. generalize 0%nat. generalize (nodes g).
    induction l as [|[n c] l IH]; intros k; [reflexivity|]. cbn [map length seq combine fst snd]. rewrite IH. reflexivity.
  - rewrite !tmap_eq. unfold renaming. cbn [edges]. rewrite map_map. apply map_ext_in.
    intros [[i r] [s|s]] H; [|reflexivity]. unfold of_edge, variable_of.
    destruct (place (names g) s) as [k|] eqn:P.
    + rewrite place_map, P by (exact Inj || eapply place_some, P). destruct (direction r) as [u [|]]; reflexivity.
    + rewrite place_none; [reflexivity|]. eapply Free; [exact H|]. intros K. exact (in_place _ _ K P).
Qed.
