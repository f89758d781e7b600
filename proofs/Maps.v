(** * Maps for the checker that runs

    Lists of numbers are keys of balanced search trees (FMapAVL of Coq's standard library).  This file says what the
    checker of Checker.v builds with them, in terms of lists: [index] finds the entries with a given key, [totals]
    sums up what belongs to one key, and [build] is a table whose indices are distinct. *)

From Coq Require Import Arith Lia Bool List ZArith OrderedType OrderedTypeEx FMapAVL FMapFacts.
From SmatchProof Require Import Smatch Sums Lists Certificate.
Import ListNotations.

(** ** Lists of numbers, ordered as words are *)

Module Key <: OrderedType.

Definition t := list nat.
Definition eq := @eq t.

Fixpoint lt (k l : t) : Prop :=
  match k, l with
  | [], _ :: _ => True
  | _, [] => False
  | x :: k', y :: l' => x < y \/ (x = y /\ lt k' l')
  end.

Lemma eq_refl : forall k, eq k k.
Proof. reflexivity. Qed.

Lemma eq_sym : forall k l, eq k l -> eq l k.
Proof. intros k l ->. reflexivity. Qed.

Lemma eq_trans : forall j k l, eq j k -> eq k l -> eq j l.
Proof. intros j k l -> ->. reflexivity. Qed.

Lemma lt_trans : forall j k l, lt j k -> lt k l -> lt j l.
Proof.
  induction j as [|x j IH]; destruct k as [|y k], l as [|z l]; simpl; try tauto.
  intros [H|[-> H]] [K|[-> K]]; [left; lia | left; lia | left; lia | right; eauto].
Qed.

Lemma lt_not_eq : forall k l, lt k l -> ~ eq k l.
Proof.
  unfold eq. induction k as [|x k IH]; destruct l as [|y l]; simpl; try tauto; [discriminate|].
  intros [H|[-> H]] E; injection E; [lia | intros E'; exact (IH l H E')].
Qed.

Fixpoint order (k l : t) : comparison :=
  match k, l with
  | [], [] => Eq
  | [], _ :: _ => Lt
  | _ :: _, [] => Gt
  | x :: k', y :: l' => match Nat.compare x y with Eq => order k' l' | c => c end
  end.

Lemma order_spec k : forall l, CompareSpec (eq k l) (lt k l) (lt l k) (order k l).
Proof.
  unfold eq. induction k as [|x k IH]; destruct l as [|y l]; simpl; try (constructor; simpl; auto; fail).
  destruct (Nat.compare_spec x y) as [->|H|H]; [destruct (IH l) as [->|H|H] | |]; constructor; simpl; auto.
Qed.

Definition compare k l : Compare lt eq k l.
Proof.
  destruct (order k l) eqn:E; [apply EQ | apply LT | apply GT];
    pose proof (order_spec k l) as S; rewrite E in S; inversion S; assumption.
Defined.

Definition eq_dec : forall k l : t, {k = l} + {k <> l}.
Proof. exact (list_eq_dec Nat.eq_dec). Defined.

End Key.

Module LM := FMapAVL.Make Key.
Module LF := WFacts_fun Key LM.
Module NM := FMapAVL.Make Nat_as_OT.
Module NF := WFacts_fun Nat_as_OT NM.

Definition key_is {T} (key : T -> Key.t) (k : Key.t) (x : T) : bool := if Key.eq_dec (key x) k then true else false.

Lemma key_is_iff {T} (key : T -> Key.t) k x : key_is key k x = true <-> key x = k.
Proof. unfold key_is. destruct (Key.eq_dec (key x) k); split; congruence. Qed.

Lemma LM_add {T} k l (x : T) m : LM.find l (LM.add k x m) = if Key.eq_dec k l then Some x else LM.find l m.
Proof.
  rewrite LF.add_o. destruct (LF.eq_dec k l), (Key.eq_dec k l); auto; exfalso; auto.
Qed.

Lemma NM_add {T} i j (x : T) m : NM.find j (NM.add i x m) = if Nat.eq_dec i j then Some x else NM.find j m.
Proof.
  rewrite NF.add_o. destruct (NF.eq_dec i j), (Nat.eq_dec i j); auto; exfalso; auto.
Qed.

Definition has {T} (k : Key.t) (m : LM.t T) : bool := match LM.find k m with Some _ => true | None => false end.
Definition nhas {T} (i : nat) (m : NM.t T) : bool := match NM.find i m with Some _ => true | None => false end.

(** ** Sets of indices *)

Definition insert (i : nat) (s : NM.t unit) : NM.t unit := NM.add i tt s.

Lemma nhas_insert i j s : nhas j (insert i s) = true <-> i = j \/ nhas j s = true.
Proof.
  unfold nhas, insert. rewrite NM_add. destruct (Nat.eq_dec i j) as [->|Ne]; [tauto|].
  split; [auto | intros [E|H]; [congruence | exact H]].
Qed.

Lemma nhas_empty T i : nhas i (NM.empty T) = false.
Proof. unfold nhas. rewrite NF.empty_o. reflexivity. Qed.

Fixpoint insert_all (l : list nat) (s : NM.t unit) : NM.t unit :=
  match l with
  | [] => s
  | i :: rest => insert_all rest (insert i s)
  end.

Lemma nhas_insert_all j l : forall s, nhas j (insert_all l s) = true -> In j l \/ nhas j s = true.
Proof.
  induction l as [|i l IH]; simpl; intros s H; [auto|].
  apply IH in H. rewrite nhas_insert in H. tauto.
Qed.

(** ** The entries with a key *)

Definition get {T} (k : Key.t) (m : LM.t (list T)) : list T := match LM.find k m with Some l => l | None => [] end.

Definition index {T} (key : T -> Key.t) : list T -> LM.t (list T) :=
  tfold_right (fun x m => let k := key x in LM.add k (x :: get k m) m) (LM.empty (list T)).

Lemma index_cons {T} (key : T -> Key.t) x l :
  index key (x :: l) = LM.add (key x) (x :: get (key x) (index key l)) (index key l).
Proof. unfold index. rewrite !tfold_right_eq. reflexivity. Qed.

Theorem get_index {T} (key : T -> Key.t) k l : get k (index key l) = filter (key_is key k) l.
Proof.
  induction l as [|x l IH]; rewrite ?index_cons; cbn [filter].
  - change (index key []) with (LM.empty (list T)). unfold get. rewrite LF.empty_o. reflexivity.
  - unfold get at 1. rewrite LM_add. unfold key_is at 1. destruct (Key.eq_dec (key x) k) as [->|_].
    + rewrite IH. reflexivity.
    + exact IH.
Qed.

(** A sum or a list made of all entries is made of those with the right key, if the others contribute nothing. *)
Lemma flat_map_get {T V} (key : T -> Key.t) k (f : T -> list V) l :
  (forall x, In x l -> key x <> k -> f x = []) -> flat_map f (get k (index key l)) = flat_map f l.
Proof.
  rewrite get_index. induction l as [|x l IH]; simpl; intros Out; [reflexivity|].
  rewrite <- IH by auto. unfold key_is at 1. destruct (Key.eq_dec (key x) k) as [E|E]; [reflexivity|].
  rewrite (Out x (or_introl eq_refl) E). reflexivity.
Qed.

Lemma zsum_get {T} (key : T -> Key.t) k (f : T -> Z) l :
  (forall x, In x l -> key x <> k -> f x = 0%Z) -> zsum f (get k (index key l)) = zsum f l.
Proof.
  rewrite get_index. induction l as [|x l IH]; simpl; intros Out; [reflexivity|].
  rewrite <- IH by auto. unfold key_is at 1. destruct (Key.eq_dec (key x) k) as [E|E]; [reflexivity|].
  rewrite (Out x (or_introl eq_refl) E). reflexivity.
Qed.

(** ** Sums by key *)

Definition gather {T} (key : T -> Key.t) : list (T * Z) -> list T * LM.t Z :=
  tfold_right (fun (e : T * Z) (so_far : list T * LM.t Z) =>
      let (xs, m) := so_far in
      let (x, z) := e in
      let k := key x in
      match LM.find k m with
      | Some y => (xs, LM.add k (z + y)%Z m)
      | None => (x :: xs, LM.add k z m)
      end) ([], LM.empty Z).

Lemma gather_cons {T} (key : T -> Key.t) x z l :
  gather key ((x, z) :: l) = let (xs, m) := gather key l in
                             match LM.find (key x) m with
                             | Some y => (xs, LM.add (key x) (z + y)%Z m)
                             | None => (x :: xs, LM.add (key x) z m)
                             end.
Proof. unfold gather. rewrite !tfold_right_eq. reflexivity. Qed.

Definition total_of {T} (key : T -> Key.t) (k : Key.t) (l : list (T * Z)) : Z :=
  zsum (fun e => if Key.eq_dec (key (fst e)) k then snd e else 0%Z) l.

(** One entry for each key that occurs, with the sum of its numbers. *)
Definition totals {T} (key : T -> Key.t) (l : list (T * Z)) : list (T * Z) :=
  let (xs, m) := gather key l in tmap (fun x => (x, match LM.find (key x) m with Some z => z | None => 0%Z end)) xs.

Lemma gather_find {T} (key : T -> Key.t) l k :
  match LM.find k (snd (gather key l)) with
  | Some z => z = total_of key k l /\ exists e, In e l /\ key (fst e) = k
  | None => forall e, In e l -> key (fst e) <> k
  end.
Proof.
  induction l as [|[x z] l IH] in k |- *; rewrite ?gather_cons.
  - change (snd (gather key [])) with (LM.empty Z). rewrite LF.empty_o. intros e [].
  - unfold total_of. cbn [zsum fst snd]. fold (total_of key k l).
    pose proof (IH k) as Here. pose proof (IH (key x)) as Own. clear IH.
    destruct (gather key l) as [xs m]; cbn [snd fst] in *.
    destruct (LM.find (key x) m) as [y|] eqn:F; cbn [snd]; rewrite LM_add;
      destruct (Key.eq_dec (key x) k) as [<-|Ne].
    + split; [destruct Own as [-> _]; reflexivity | exists (x, z); simpl; auto].
    + destruct (LM.find k m) as [w|].
      * destruct Here as (-> & e & He & Ee). split; [lia | exists e; simpl; auto].
      * intros e [<-|He]; [exact Ne | auto].
    + split; [|exists (x, z); simpl; auto]. unfold total_of. rewrite zsum_zero; [lia|].
      intros e He. destruct (Key.eq_dec (key (fst e)) (key x)) as [E|_]; [|reflexivity].
      exfalso. exact (Own e He E).
    + destruct (LM.find k m) as [w|].
      * destruct Here as (-> & e & He & Ee). split; [lia | exists e; simpl; auto].
      * intros e [<-|He]; [exact Ne | auto].
Qed.

Lemma gather_keys {T} (key : T -> Key.t) l :
  (forall x, In x (fst (gather key l)) -> In x (map fst l)) /\
  (forall e, In e l -> exists x, In x (fst (gather key l)) /\ key x = key (fst e)).
Proof.
  induction l as [|[x z] l [IH1 IH2]]; rewrite ?gather_cons; simpl; [split; [tauto | intros e []]|].
  pose proof (gather_find key l (key x)) as Own.
  destruct (gather key l) as [xs m]; simpl in *. destruct (LM.find (key x) m) as [y|]; simpl.
  - split; [auto|]. intros e [<-|He]; [|auto]. destruct Own as (_ & e & He & E).
    destruct (IH2 e He) as (x' & Hx & Ex). exists x'. simpl. split; [exact Hx | congruence].
  - split; [intuition|]. intros e [<-|He]; [exists x; auto|].
    destruct (IH2 e He) as (x' & Hx & Ex). exists x'. auto.
Qed.

Theorem totals_in {T} (key : T -> Key.t) l x z :
  In (x, z) (totals key l) -> z = total_of key (key x) l /\ In x (map fst l).
Proof.
  unfold totals. pose proof (gather_keys key l) as [K _]. pose proof (gather_find key l (key x)) as F.
  destruct (gather key l) as [xs m]; simpl in *. rewrite tmap_eq. intros H. apply in_map_iff in H. destruct H as (y & E & Hy).
  injection E as -> <-. split; [|auto]. destruct (LM.find (key x) m); [tauto|].
  specialize (K x Hy). apply in_map_iff in K. destruct K as (e & <- & He). exfalso. exact (F e He eq_refl).
Qed.

Lemma totals_once {T} (key : T -> Key.t) l : NoDup (map fst (totals key l)).
Proof.
  assert (ND : NoDup (fst (gather key l))).
  { induction l as [|[x z] l IH]; rewrite ?gather_cons; [constructor|].
    pose proof (gather_find key l (key x)) as F. pose proof (gather_keys key l) as [K _].
    destruct (gather key l) as [xs m]; cbn [fst snd] in *. destruct (LM.find (key x) m); cbn [fst]; [exact IH|].
    constructor; [|exact IH]. intros H. apply K, in_map_iff in H. destruct H as (e & <- & He). exact (F e He eq_refl). }
  unfold totals. destruct (gather key l) as [xs m]. cbn [fst] in ND.
  rewrite tmap_eq, map_map. cbn [fst]. rewrite map_id. exact ND.
Qed.

Theorem totals_all {T} (key : T -> Key.t) l e :
  In e l -> exists x, In (x, total_of key (key (fst e)) l) (totals key l) /\ key x = key (fst e).
Proof.
  intros He. destruct (gather_keys key l) as [_ K]. destruct (K e He) as (x & Hx & E). exists x. split; [|exact E].
  unfold totals. pose proof (gather_find key l (key x)) as F. destruct (gather key l) as [xs m]; simpl in *.
  rewrite tmap_eq. apply in_map_iff. exists x. split; [|exact Hx]. f_equal.
  destruct (LM.find (key x) m) as [z|].
  - destruct F as [-> _]. rewrite E. reflexivity.
  - exfalso. exact (F e He (eq_sym E)).
Qed.

(** ** Tables with distinct indices *)

Fixpoint assoc {T} (l : list (nat * T)) (i : nat) : option T :=
  match l with
  | [] => None
  | (k, x) :: rest => if Nat.eqb k i then Some x else assoc rest i
  end.

Definition build {T} (size : nat) : list (nat * T) -> option (NM.t T) :=
  tfold_right (fun (e : nat * T) so_far =>
      let (i, x) := e in
      match so_far with
      | Some m => if Nat.ltb i size && negb (nhas i m) then Some (NM.add i x m) else None
      | None => None
      end) (Some (NM.empty T)).

Lemma build_cons {T} size i (x : T) l :
  build size ((i, x) :: l) = match build size l with
                             | Some m => if Nat.ltb i size && negb (nhas i m) then Some (NM.add i x m) else None
                             | None => None
                             end.
Proof. unfold build. rewrite !tfold_right_eq. reflexivity. Qed.

Theorem build_ok {T} size (l : list (nat * T)) m :
  build size l = Some m ->
  NoDup (map fst l) /\ (forall e, In e l -> fst e < size) /\ forall i, NM.find i m = assoc l i.
Proof.
  induction l as [|[i x] l IH] in m |- *; rewrite ?build_cons; simpl; intros E.
  - change (Some (NM.empty T) = Some m) in E. injection E as <-. split; [constructor|]. split; [tauto | intros i; apply NF.empty_o].
  - destruct (build size l) as [m'|]; [|discriminate].
    destruct (Nat.ltb i size) eqn:Small; [|discriminate]. apply Nat.ltb_lt in Small.
    destruct (nhas i m') eqn:Old; [discriminate|]. injection E as <-.
    destruct (IH m' eq_refl) as (ND & Range & Find). split; [|split].
    + constructor; [|exact ND]. intros K. unfold nhas in Old. rewrite Find in Old.
      apply in_map_iff in K. destruct K as ([k y] & Ek & K). simpl in Ek. subst k. clear -Old K.
      induction l as [|[k z] l IH]; simpl in *; [tauto|].
      destruct (Nat.eqb_spec k i) as [->|Ne]; [discriminate|]. destruct K as [K|K]; [congruence | auto].
    + intros e [<-|He]; auto.
    + intros j. rewrite NM_add. destruct (Nat.eq_dec i j) as [->|Ne].
      * rewrite Nat.eqb_refl. reflexivity.
      * apply Nat.eqb_neq in Ne. rewrite Ne. apply Find.
Qed.

Lemma entry_assoc (t : table) i : entry t i = match assoc t i with Some x => x | None => 0%Z end.
Proof. induction t as [|[k x] t IH]; simpl; [reflexivity|]. destruct (Nat.eqb k i); auto. Qed.

Lemma app_assoc_list (phi : align) x : app phi x = assoc phi x.
Proof. induction phi as [|[a b] phi IH]; simpl; [reflexivity|]. destruct (Nat.eqb a x); auto. Qed.

Lemma build_tableb size (t : table) m : build size t = Some m -> tableb size t = true.
Proof.
  intros E. apply build_ok in E. destruct E as (ND & Range & _). unfold tableb.
  rewrite andb_true_iff, distinct_iff, forallb_forall. split; [exact ND|].
  intros e He. apply Nat.ltb_lt, Range, He.
Qed.

Definition at_index (m : NM.t Z) (i : nat) : Z := match NM.find i m with Some x => x | None => 0%Z end.

Lemma build_entry size (t : table) m i : build size t = Some m -> at_index m i = entry t i.
Proof. intros E. apply build_ok in E. destruct E as (_ & _ & F). unfold at_index. rewrite F, entry_assoc. reflexivity. Qed.
