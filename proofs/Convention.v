(** * The convention smatch

    From a graph as it is written to the triples that Smatch counts, as the convention that `smatchproof score` takes by
    default makes them, conv:smatch|dup:set|top:const: [draft] says which they are, [triples] lists each once, in the order
    of certificates.  Python: SmatchReading in smatchproof/conventions/convention_rules.py.

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
