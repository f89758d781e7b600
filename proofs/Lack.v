(** * All that rows can earn is wanted: the node "lack"

    Let U(i) be the most that a pair of row i matches alone, and W(i,k) the most that a pair of row i and one of row k match
    together.  If the claim is so high that only the sum of all of these is more, an alignment that is worth more takes
    U(i) of each row and W(i,k) of each two rows ([tight]).  So a pair is in none of those if it matches less alone, if its
    mates, the pairs with which it matches the most of both rows, have fewer rows or fewer columns than there are rows of
    which they are wanted, or if some other row is left one pair alone, in the same column.  [strike] takes away what is
    in none, and looks again at mates of what was taken away; [is_lacking] says that fewer rows or columns are left than
    are wanted.  Then nothing is worth more than the claim: [lack_sound].

    Whether all is struck off that can be does not matter here.  Python: [demand_lack] in checker.py. *)

From Coq Require Import Arith Lia Bool List ZArith.
From SmatchProof Require Import Smatch Sums Lists Certificate Maps.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Pairs as keys *)

Definition pkey (p : nat * nat) : Key.t := [fst p; snd p].

Lemma pkey_inj p q : pkey p = pkey q -> p = q.
Proof. destruct p, q. unfold pkey. simpl. congruence. Qed.

(** ** Weights as lists *)

Definition own_weights := list ((nat * nat) * Z).
Definition couple_weights := list (((nat * nat) * (nat * nat)) * Z).

(** The lists hold all that is worth anything. *)
Record weigh (m n : nat) (U : nat * nat -> Z) (W : nat * nat -> nat * nat -> Z) (unary : own_weights) (binary : couple_weights) := {
  weigh_U : forall p u, In (p, u) unary -> u = U p;
  weigh_W : forall p q w, In ((p, q), w) binary -> w = W p q;
  weigh_all : forall p q, 0 < W p q -> exists w, In ((p, q), w) binary \/ In ((q, p), w) binary;
  weigh_outside : forall p, ~ In p (map fst unary) -> U p = 0 /\ forall r, W p r = 0 /\ W r p = 0;
  weigh_inside : forall p, In p (map fst unary) -> (fst p < m)%nat /\ (snd p < n)%nat;
  weigh_symmetric : forall p q, W p q = W q p;
  weigh_nonneg : forall p q, 0 <= W p q;
  weigh_apart : forall p, W p p = 0 }.
Arguments weigh_U {m n U W unary binary}.
Arguments weigh_W {m n U W unary binary}.
Arguments weigh_all {m n U W unary binary}.
Arguments weigh_outside {m n U W unary binary}.
Arguments weigh_inside {m n U W unary binary}.
Arguments weigh_symmetric {m n U W unary binary}.
Arguments weigh_nonneg {m n U W unary binary}.
Arguments weigh_apart {m n U W unary binary}.

(** ** The first of each key, and the most of each key *)

Definition add_first {T} (key : T -> Key.t) (x : T) (so_far : list T * LM.t unit) : list T * LM.t unit :=
  let k := key x in if has k (snd so_far) then so_far else (x :: fst so_far, LM.add k tt (snd so_far)).

Definition firsts {T} (key : T -> Key.t) (l : list T) : list T := fst (tfold_right (add_first key) ([], LM.empty unit) l).

Lemma firsts_ok {T} (key : T -> Key.t) l :
  (forall k, In k (map key (firsts key l)) <-> In k (map key l)) /\ NoDup (map key (firsts key l)) /\ incl (firsts key l) l.
Proof.
  unfold firsts. rewrite tfold_right_eq.
  enough (Go : let r := fold_right (add_first key) ([], LM.empty unit) l in
    (forall k, has k (snd r) = true <-> In k (map key (fst r))) /\
    (forall k, In k (map key (fst r)) <-> In k (map key l)) /\ NoDup (map key (fst r)) /\ incl (fst r) l) by (destruct Go as (_ & K); exact K).
  induction l as [|x l (IH & IK & ND & Sub)]; cbn [fold_right].
  - split; [|split; [|split; [constructor | apply incl_refl]]]; intros k; simpl; [|tauto]. unfold has. rewrite LF.empty_o.
    split; [discriminate | tauto].
  - set (r := fold_right (add_first key) ([], LM.empty unit) l) in *. clearbody r. unfold add_first. destruct (has (key x) (snd r)) eqn:H.
    + split; [exact IH | split; [|split; [exact ND | apply incl_tl, Sub]]]. intros k. simpl. rewrite IK.
      split; [tauto | intros [<-|K]; [apply IK, IH, H | exact K]].
    + cbn [fst snd map]. split; [|split; [|split]].
      * intros k. unfold has. rewrite LM_add. destruct (Key.eq_dec (key x) k) as [->|Ne]; simpl; [tauto|].
        fold (has k (snd r)). rewrite IH. tauto.
      * intros k. simpl. rewrite IK. tauto.
      * constructor; [|exact ND]. intros K. apply IH in K. congruence.
      * intros y [<-|Hy]; simpl; auto.
Qed.

Definition most_at (k : Key.t) (M : LM.t Z) : Z := match LM.find k M with Some z => z | None => 0 end.

Definition mosts {T} (key : T -> Key.t) (weight : T -> Z) : list T -> LM.t Z :=
  tfold_right (fun x M => let k := key x in LM.add k (Z.max (weight x) (most_at k M)) M) (LM.empty Z).

Lemma mosts_ok {T} (key : T -> Key.t) weight l :
  (forall x, In x l -> weight x <= most_at (key x) (mosts key weight l)) /\ forall k, 0 <= most_at k (mosts key weight l).
Proof.
  unfold mosts. rewrite tfold_right_eq. induction l as [|y l [IH Pos]]; cbn [fold_right].
  - split; [intros x []|]. intros k. unfold most_at. rewrite LF.empty_o. lia.
  - set (M := fold_right _ _ l) in *. clearbody M.
    assert (Add : forall k, most_at k (LM.add (key y) (Z.max (weight y) (most_at (key y) M)) M)
      = if Key.eq_dec (key y) k then Z.max (weight y) (most_at (key y) M) else most_at k M).
    { intros k. unfold most_at at 1. rewrite LM_add. destruct (Key.eq_dec (key y) k); reflexivity. }
    split.
    + intros x Hx. rewrite Add. destruct (Key.eq_dec (key y) (key x)) as [E|Ne].
      * destruct Hx as [<-|Hx]; [lia|]. specialize (IH x Hx). rewrite <- E in IH. lia.
      * destruct Hx as [->|Hx]; [congruence | apply IH, Hx].
    + intros k. rewrite Add. specialize (Pos k). pose proof (Pos' := Pos). destruct (Key.eq_dec (key y) k) as [<-|_]; lia.
Qed.

(** ** Fewer rows or fewer columns than are wanted *)

Definition row_of (p : nat * nat) : Key.t := [fst p].
Definition column_of (p : nat * nat) : Key.t := [snd p].

Definition short (need : Z) (pairs : list (nat * nat)) : bool :=
  (tlength (firsts row_of pairs) <? need) || (tlength (firsts column_of pairs) <? need).

Lemma same_end {T} (f : nat * nat -> T) phi p q : NoDup (map f phi) -> In p phi -> In q phi -> f p = f q -> p = q.
Proof.
  induction phi as [|r phi IH]; cbn [map]; intros ND Hp Hq E; [destruct Hp|]. apply NoDup_cons_iff in ND. destruct ND as [Out ND].
  destruct Hp as [->|Hp], Hq as [->|Hq]; auto; exfalso; apply Out.
  - rewrite E. apply in_map, Hq.
  - rewrite <- E. apply in_map, Hp.
Qed.

Lemma firsts_length (key : nat * nat -> Key.t) Q pairs : NoDup (map key Q) -> incl Q pairs -> (length Q <= length (firsts key pairs))%nat.
Proof.
  intros ND Sub. destruct (firsts_ok key pairs) as (All & _ & _).
  rewrite <- (map_length key Q), <- (map_length key (firsts key pairs)). apply NoDup_incl_length; [exact ND|].
  intros k Hk. apply All. apply in_map_iff in Hk. destruct Hk as (q & <- & Hq). apply in_map, Sub, Hq.
Qed.

Lemma not_short (rows : list nat) pairs phi :
  pinj phi -> NoDup rows -> (forall i, In i rows -> exists q, In q phi /\ fst q = i /\ In q pairs) ->
  short (Z.of_nat (length rows)) pairs = false.
Proof.
  intros [N1 N2] ND Has.
  assert (Q : exists Q, map fst Q = rows /\ incl Q phi /\ incl Q pairs).
  { clear ND. induction rows as [|i rows IH]; [exists []; repeat split; intros x []|].
    destruct (Has i (or_introl eq_refl)) as (q & Hq & E & Hp). destruct IH as (Q & <- & S1 & S2); [intros; apply Has; simpl; auto|].
    exists (q :: Q). split; [simpl; congruence|]. split; intros x [<-|Hx]; auto. }
  destruct Q as (Q & <- & InPhi & InPairs). rewrite map_length.
  assert (Apart : forall f : nat * nat -> nat, NoDup (map f phi) -> NoDup Q -> NoDup (map (fun q => [f q]) Q)).
  { intros f Nf NQ. clear -InPhi Nf NQ. induction Q as [|q Q IH]; cbn [map]; [constructor|].
    apply NoDup_cons_iff in NQ. destruct NQ as [Out NQ]. constructor; [|apply IH; [intros x Hx; apply InPhi; simpl; auto | exact NQ]].
    intros K. apply in_map_iff in K. destruct K as (r & E & Hr). injection E as E. apply Out.
    rewrite <- (same_end f phi r q Nf); auto; apply InPhi; simpl; auto. }
  assert (NQ : NoDup Q) by (apply (NoDup_map_inv fst), ND).
  pose proof (firsts_length row_of Q pairs (Apart fst N1 NQ) InPairs). pose proof (firsts_length column_of Q pairs (Apart snd N2 NQ) InPairs).
  unfold short. rewrite !tlength_eq. apply orb_false_iff. split; apply Z.ltb_ge; lia.
Qed.

(** ** Couples of an alignment *)

Fixpoint couples (phi : align) : list ((nat * nat) * (nat * nat)) :=
  match phi with [] => [] | p :: rest => map (pair p) rest ++ couples rest end.

Lemma value_couples U W phi : value U W phi = zsum U phi + zsum (fun c => W (fst c) (snd c)) (couples phi).
Proof.
  induction phi as [|p phi IH]; cbn [value couples zsum]; [reflexivity|]. rewrite zsum_app, zsum_map, IH. cbn [fst snd].
  rewrite (zsum_ext (W p) (fun x => W p x)) by reflexivity. lia.
Qed.

Lemma in_couples phi c : In c (couples phi) -> In (fst c) phi /\ In (snd c) phi.
Proof.
  induction phi as [|p phi IH]; cbn [couples]; intros H; [destruct H|]. apply in_app_iff in H. destruct H as [H|H].
  - apply in_map_iff in H. destruct H as (q & <- & Hq). simpl. auto.
  - destruct (IH H). simpl. auto.
Qed.

(** The rows of a couple, the lesser one first. *)
Definition rows_key (c : (nat * nat) * (nat * nat)) : Key.t :=
  let i := fst (fst c) in let k := fst (snd c) in if Nat.ltb i k then [i; k] else [k; i].

Lemma rows_key_eq p q r s : rows_key (p, q) = rows_key (r, s) -> (fst p = fst r /\ fst q = fst s) \/ (fst p = fst s /\ fst q = fst r).
Proof.
  unfold rows_key. cbn [fst snd]. destruct (Nat.ltb (fst p) (fst q)), (Nat.ltb (fst r) (fst s)); intros E; injection E as E1 E2; auto.
Qed.

Lemma couples_once phi : NoDup (map fst phi) -> NoDup (map rows_key (couples phi)).
Proof.
  induction phi as [|p phi IH]; cbn [couples map]; intros ND; [constructor|]. apply NoDup_cons_iff in ND. destruct ND as [Out ND].
  specialize (IH ND). rewrite map_app, map_map.
  assert (Rest : forall c, In c (couples phi) -> fst (fst c) <> fst p /\ fst (snd c) <> fst p).
  { intros c Hc. apply in_couples in Hc. destruct Hc as [H1 H2].
    split; intros E; apply Out; rewrite <- E; apply in_map; assumption. }
  revert Out ND. generalize phi at 1 2 3 as l.
  induction l as [|q l IHl]; cbn [map List.app]; intros Out ND; [exact IH|]. apply NoDup_cons_iff in ND. destruct ND as [Fresh ND].
  constructor; [|apply IHl; [intros H; apply Out; simpl; auto | exact ND]].
  intros H. apply in_app_iff in H. destruct H as [H|H]; apply in_map_iff in H.
  - destruct H as (r & E & Hr). apply rows_key_eq in E. apply Fresh. destruct E as [[_ E]|[E1 E2]].
    + rewrite <- E. apply in_map, Hr.
    + exfalso. apply Out. simpl. left. congruence.
  - destruct H as ([r s] & E & Hc). apply Rest in Hc. cbn [fst snd] in Hc. apply rows_key_eq in E. destruct E as [[E _]|[_ E]]; tauto.
Qed.

(** ** Where the most of all keys is attained *)

Section Tight.

Context {T : Type}.
Variables (key : T -> Key.t) (g : T -> Z) (b : Key.t -> Z) (l : list T) (B : list Key.t).
Hypothesis Once : NoDup (map key l).
Hypothesis Within : forall x, In x l -> 0 <= g x <= b (key x).
Hypothesis Inside : forall x, In x l -> 0 < g x -> In (key x) B.
Hypothesis Pos : forall k, 0 <= b k.

Let at_key (k : Key.t) : Z := zsum (fun x => if Key.eq_dec (key x) k then g x else 0) l.

Lemma at_key_one k : at_key k = 0 \/ exists x, In x l /\ key x = k /\ at_key k = g x.
Proof.
  unfold at_key. clear Within Inside. induction l as [|y r IH]; cbn [zsum map] in *; [auto|]. apply NoDup_cons_iff in Once.
  destruct Once as [Out ND]. destruct (Key.eq_dec (key y) k) as [E|_].
  - right. exists y. split; [simpl; auto | split; [exact E|]]. rewrite zsum_zero; [lia|]. intros x Hx.
    destruct (Key.eq_dec (key x) k) as [F|_]; [|reflexivity]. exfalso. apply Out. rewrite E, <- F. apply in_map, Hx.
  - destruct (IH ND) as [Z0|(x & Hx & E & F)]; [left; lia | right; exists x; simpl; split; [auto | split; [exact E | lia]]].
Qed.

Lemma at_key_most k : at_key k <= b k.
Proof. destruct (at_key_one k) as [->|(x & Hx & <- & ->)]; [apply Pos | apply Within, Hx]. Qed.

Lemma spread_out : zsum g l <= zsum at_key B.
Proof.
  unfold at_key. rewrite zsum_swap. apply zsum_le. intros x Hx.
  assert (Nonneg : forall k, In k B -> 0 <= if Key.eq_dec (key x) k then g x else 0).
  { intros k _. destruct (Key.eq_dec (key x) k); [apply Within, Hx | lia]. }
  destruct (Z_lt_le_dec 0 (g x)) as [P|N].
  - pose proof (zsum_member _ B (key x) Nonneg (Inside x Hx P)) as K. cbn beta in K. destruct (Key.eq_dec (key x) (key x)); [exact K | tauto].
  - pose proof (zsum_nonneg _ B Nonneg). lia.
Qed.

Lemma tight_le : zsum g l <= zsum b B.
Proof. eapply Z.le_trans; [apply spread_out | apply zsum_le]. intros k _. apply at_key_most. Qed.

Lemma tight k : In k B -> zsum b B <= zsum g l -> 0 < b k -> exists x, In x l /\ key x = k /\ g x = b k.
Proof.
  intros Hk Le P. pose proof spread_out as S.
  assert (K : b k - at_key k <= zsum (fun k => b k - at_key k) B).
  { apply (zsum_member (fun k => b k - at_key k)); [|exact Hk]. intros y _. pose proof (at_key_most y). lia. }
  assert (D : zsum (fun k => b k - at_key k) B = zsum b B - zsum at_key B).
  { clear. induction B as [|y r IH]; cbn [zsum]; lia. }
  pose proof (at_key_most k). destruct (at_key_one k) as [Z0|(x & Hx & E & F)]; [lia|]. exists x. split; [exact Hx | split; [exact E | lia]].
Qed.

End Tight.

(** ** What is wanted *)

Definition own_key (e : (nat * nat) * Z) : Key.t := [fst (fst e)].
Definition both_key (c : ((nat * nat) * (nat * nat)) * Z) : Key.t := rows_key (fst c).
Definition mate_key (c : (nat * nat) * (nat * nat)) : Key.t := pkey (fst c).
Definition near_key (e : nat * nat) : Key.t := [fst e].
Definition far_key (e : nat * nat) : Key.t := [snd e].

Record wanted := {
  own_most : LM.t Z;                                       (* U(i), by rows *)
  all_most : Z;                                            (* the sum of all U(i) and W(i,k) *)
  mates : LM.t (list ((nat * nat) * (nat * nat)));         (* each pair with its mates, by pairs *)
  beside : LM.t (list (nat * nat));                        (* a row with those of which mates are wanted, by rows *)
  in_row : LM.t (list (nat * nat));                        (* pairs with weight, by rows *)
  in_column : LM.t (list (nat * nat));
  is_nonneg : bool }.                                      (* no pair matches less than nothing *)

Definition mate_couples (both : LM.t Z) (c : ((nat * nat) * (nat * nat)) * Z) : list ((nat * nat) * (nat * nat)) :=
  let '((p, q), w) := c in if w =? most_at (rows_key (p, q)) both then [(p, q); (q, p)] else [].

Definition near_rows (both : LM.t Z) (c : ((nat * nat) * (nat * nat)) * Z) : list (nat * nat) :=
  let '((p, q), _) := c in if 0 <? most_at (rows_key (p, q)) both then [(fst p, fst q); (fst q, fst p)] else [].

Definition wanted_of (unary : own_weights) (binary : couple_weights) : wanted :=
  let own := mosts own_key snd unary in
  let both := mosts both_key snd binary in
  let kinds := firsts both_key binary in
  let pairs := tmap fst unary in {|
  own_most := own;
  all_most := tsum (fun e => most_at (own_key e) own) (firsts own_key unary) + tsum (fun c => most_at (both_key c) both) kinds;
  mates := index mate_key (tflat_map (mate_couples both) binary);
  beside := index near_key (tflat_map (near_rows both) kinds);
  in_row := index row_of pairs;
  in_column := index column_of pairs;
  is_nonneg := forallb (fun e => 0 <=? snd e) unary |}.

(** Of how many rows mates are wanted, and whether a pair of this row is. *)
Definition far_rows (X : wanted) (i : nat) : list (nat * nat) := firsts far_key (get [i] (beside X)).
Definition is_wanted (X : wanted) (i : nat) : bool :=
  (0 <? most_at [i] (own_most X)) || match get [i] (beside X) with [] => false | _ => true end.

(** ** Striking off *)

Definition standing (gone : LM.t unit) : list (nat * nat) -> list (nat * nat) := tfilter (fun q => negb (has (pkey q) gone)).

Definition add_all (l : list (nat * nat)) (gone : LM.t unit) : LM.t unit := fold_left (fun gone p => LM.add (pkey p) tt gone) l gone.

Definition mates_of (X : wanted) (p : nat * nat) : list (nat * nat) := tmap snd (get (pkey p) (mates X)).

Definition is_weak (X : wanted) (gone : LM.t unit) (p : nat * nat) : bool :=
  short (tlength (far_rows X (fst p))) (standing gone (mates_of X p)).

(** The rivals of a pair that is alone in its row. *)
Definition rivals_in (X : wanted) (gone : LM.t unit) (rest : list (nat * nat)) : list (nat * nat) :=
  match rest with
  | [p] =>
      if is_wanted X (fst p)
      then tfilter (fun q => negb (Nat.eqb (fst p) (fst q))) (standing gone (get [snd p] (in_column X))) else []
  | _ => []
  end.

Definition no_pair (l : list (nat * nat)) : bool := match l with [] => true | _ => false end.

(** [look] are pairs, and [rows] a pair of each row, that may be struck off now; and [work] says how many looks are left. *)
Fixpoint strike (rounds : nat) (X : wanted) (gone : LM.t unit) (look rows : list (nat * nat)) (work : Z) : LM.t unit * Z :=
  let work := work - tsum (fun p => 1 + tlength (get (pkey p) (mates X))) look
                   - tsum (fun p => tlength (get (row_of p) (in_row X))) rows in
  match rounds with
  | O => (gone, work)
  | S rounds =>
      if work <? 0 then (gone, work)
      else
        let rests := tmap (fun p => standing gone (get (row_of p) (in_row X))) rows in
        if existsb no_pair rests then (gone, work)
        else
          match tapp (tfilter (is_weak X gone) (standing gone look)) (tflat_map (rivals_in X gone) rests) with
          | [] => (gone, work)
          | struck =>
              strike rounds X (add_all struck gone) (firsts pkey (tflat_map (mates_of X) struck)) (firsts row_of struck) work
          end
  end.

Definition is_lacking (X : wanted) (unary : own_weights) (alive : list ((nat * nat) * Z)) (work : Z) : bool * Z :=
  let here := add_all (tmap fst alive) (LM.empty unit) in
  let out := tfilter (fun e => negb (has (pkey (fst e)) here) || (snd e <? most_at (own_key e) (own_most X))) unary in
  let pairs := tmap fst unary in
  let gone := add_all (tmap fst out) (LM.empty unit) in
  let rows := firsts row_of pairs in
  let (gone, work) := strike (length unary) X gone pairs rows work in
  (short (tlength (tfilter (fun p => is_wanted X (fst p)) rows)) (standing gone pairs), work).

(** ** Soundness *)

Lemma add_all_has l : forall gone k, has k (add_all l gone) = true <-> has k gone = true \/ In k (map pkey l).
Proof.
  unfold add_all. induction l as [|p l IH]; intros gone k; cbn [fold_left map]; [simpl; tauto|]. rewrite IH. unfold has at 1.
  rewrite LM_add. cbn [In]. destruct (Key.eq_dec (pkey p) k) as [E|Ne]; [tauto|]. fold (has k gone). tauto.
Qed.

Lemma in_get {T} (key : T -> Key.t) k l x : In x (get k (index key l)) <-> In x l /\ key x = k.
Proof. rewrite get_index, filter_In, key_is_iff. tauto. Qed.

Section Lack.

Variables m n : nat.
Variable U : nat * nat -> Z.
Variable W : nat * nat -> nat * nat -> Z.
Variable unary : own_weights.
Variable binary : couple_weights.
Hypothesis Weigh : weigh m n U W unary binary.
Let X := wanted_of unary binary.
Hypothesis Nonneg : is_nonneg X = true.

Variable phi : align.
Hypothesis One_to_one : pinj phi.
Hypothesis Within : incl phi (map fst unary).
Hypothesis Most : all_most X <= value U W phi.

Let own := mosts own_key snd unary.
Let both := mosts both_key snd binary.

Lemma U_within p : In p phi -> 0 <= U p <= most_at [fst p] own.
Proof.
  intros Hp. apply Within, in_map_iff in Hp. destruct Hp as ([q u] & E & He). cbn [fst] in E. subst q.
  rewrite <- (weigh_U Weigh p u He). split.
  - cbn [X wanted_of is_nonneg] in Nonneg. rewrite forallb_forall in Nonneg. specialize (Nonneg _ He). apply Z.leb_le in Nonneg. exact Nonneg.
  - apply (proj1 (mosts_ok own_key snd unary) (p, u) He).
Qed.

Lemma both_key_sym p q : rows_key (p, q) = rows_key (q, p).
Proof.
  unfold rows_key. cbn [fst snd]. destruct (Nat.ltb_spec (fst p) (fst q)), (Nat.ltb_spec (fst q) (fst p)); auto; try lia.
  replace (fst q) with (fst p) by lia. reflexivity.
Qed.

Lemma W_within c : In c (couples phi) -> 0 <= W (fst c) (snd c) <= most_at (rows_key c) both.
Proof.
  intros _. destruct c as [p q]. cbn [fst snd]. split; [apply (weigh_nonneg Weigh)|].
  destruct (Z_lt_le_dec 0 (W p q)) as [Pos|Le].
  - destruct (weigh_all Weigh p q Pos) as (w & [H|H]).
    + rewrite <- (weigh_W Weigh _ _ _ H). apply (proj1 (mosts_ok both_key snd binary) ((p, q), w) H).
    + pose proof (proj1 (mosts_ok both_key snd binary) ((q, p), w) H) as K. cbn [snd both_key fst] in K. rewrite (weigh_W Weigh _ _ _ H), (weigh_symmetric Weigh) in K.
      rewrite both_key_sym. exact K.
  - pose proof (proj2 (mosts_ok both_key snd binary) (rows_key (p, q))) as K. fold both in K. lia.
Qed.

Let own_rows := map own_key (firsts own_key unary).
Let both_rows := map both_key (firsts both_key binary).

Lemma U_inside p : In p phi -> 0 < U p -> In [fst p] own_rows.
Proof.
  intros Hp _. apply (proj1 (firsts_ok own_key unary)). apply Within, in_map_iff in Hp. destruct Hp as (e & <- & He).
  apply (in_map own_key _ _ He).
Qed.

Lemma W_inside c : In c (couples phi) -> 0 < W (fst c) (snd c) -> In (rows_key c) both_rows.
Proof.
  intros _ Pos. destruct c as [p q]. apply (proj1 (firsts_ok both_key binary)). cbn [fst snd] in Pos.
  destruct (weigh_all Weigh p q Pos) as (w & [H|H]); apply in_map_iff; [exists ((p, q), w) | exists ((q, p), w)]; split; auto.
  apply both_key_sym.
Qed.

Lemma own_pos k : 0 <= most_at k own.
Proof. apply (proj2 (mosts_ok own_key snd unary)). Qed.

Lemma both_pos k : 0 <= most_at k both.
Proof. apply (proj2 (mosts_ok both_key snd binary)). Qed.

Lemma phi_once : NoDup (map row_of phi).
Proof.
  destruct One_to_one as [N _]. replace (map row_of phi) with (map (fun i : nat => [i]) (map fst phi)) by apply map_map.
  clear -N. induction (map fst phi) as [|i l IH]; cbn [map]; [constructor|]. apply NoDup_cons_iff in N. destruct N as [Out N].
  constructor; [|apply IH, N]. intros K. apply in_map_iff in K. destruct K as (j & E & Hj). injection E as ->. tauto.
Qed.

Lemma sums : zsum (fun k => most_at k own) own_rows <= zsum U phi /\
  zsum (fun k => most_at k both) both_rows <= zsum (fun c => W (fst c) (snd c)) (couples phi).
Proof.
  pose proof (tight_le row_of U (fun k => most_at k own) phi own_rows phi_once U_within U_inside own_pos) as T1.
  pose proof (tight_le rows_key (fun c => W (fst c) (snd c)) (fun k => most_at k both) (couples phi) both_rows
    (couples_once phi (proj1 One_to_one)) W_within W_inside both_pos) as T2.
  pose proof Most as M. rewrite value_couples in M. cbn [X wanted_of all_most] in M. rewrite !tsum_eq in M.
  unfold own_rows, both_rows in *. rewrite !zsum_map in *. fold own both in M. lia.
Qed.

Lemma own_tight i : 0 < most_at [i] own -> exists p, In p phi /\ fst p = i /\ U p = most_at [i] own.
Proof.
  intros Pos. assert (In' : In [i] own_rows).
  { apply (proj1 (firsts_ok own_key unary)). unfold own, most_at in Pos. clear -Pos.
    unfold mosts in Pos. rewrite tfold_right_eq in Pos. induction unary as [|e l IH]; cbn [fold_right map] in *.
    - rewrite LF.empty_o in Pos. lia.
    - rewrite LM_add in Pos. destruct (Key.eq_dec (own_key e) [i]) as [E|_]; simpl; auto. }
  destruct (tight row_of U (fun k => most_at k own) phi own_rows phi_once U_within U_inside own_pos [i] In' (proj1 sums) Pos) as (p & Hp & E & F).
  injection E as E. exists p. auto.
Qed.

Lemma both_tight k : In k both_rows -> 0 < most_at k both -> exists c, In c (couples phi) /\ rows_key c = k /\ W (fst c) (snd c) = most_at k both.
Proof.
  intros Hk Pos. exact (tight rows_key (fun c => W (fst c) (snd c)) (fun k => most_at k both) (couples phi) both_rows
    (couples_once phi (proj1 One_to_one)) W_within W_inside both_pos k Hk (proj2 sums) Pos).
Qed.

(** Each pair has the most of its row. *)
Lemma alone_most p : In p phi -> U p = most_at [fst p] own.
Proof.
  intros Hp. pose proof (U_within p Hp). destruct (Z_lt_le_dec 0 (most_at [fst p] own)) as [Pos|Le]; [|lia].
  destruct (own_tight _ Pos) as (q & Hq & E & F). rewrite (same_end fst phi p q (proj1 One_to_one) Hp Hq (eq_sym E)), F, E. reflexivity.
Qed.

(** And a mate in each row of which one is wanted. *)
Lemma has_mate i k : In (i, k) (get [i] (beside X)) ->
  exists p q, In p phi /\ fst p = i /\ In q phi /\ fst q = k /\ In q (mates_of X p).
Proof.
  intros H. cbn [X wanted_of beside] in H. apply in_get in H. destruct H as [H _]. apply in_tflat_map in H.
  destruct H as ([[p' q'] w] & Hc & H). unfold near_rows in H. fold both in H. destruct (Z.ltb_spec 0 (most_at (rows_key (p', q')) both)) as [Pos|]; [|destruct H].
  assert (Hk : In (rows_key (p', q')) both_rows) by (apply (in_map both_key _ _ Hc)).
  destruct (both_tight _ Hk Pos) as ([p q] & Hpq & E & F). cbn [fst snd] in F. destruct (in_couples _ _ Hpq) as [Hp Hq]. cbn [fst snd] in Hp, Hq.
  assert (Mates : In q (mates_of X p) /\ In p (mates_of X q)).
  { assert (PosW : 0 < W p q) by lia. unfold mates_of. rewrite !tmap_eq. cbn [X wanted_of mates]. fold both.
    assert (All : forall a b, (a = p /\ b = q) \/ (a = q /\ b = p) -> In (a, b) (tflat_map (mate_couples both) binary)).
    { intros a b AB. apply in_tflat_map. destruct (weigh_all Weigh p q PosW) as (v & [Hv|Hv]).
      - exists ((p, q), v). split; [exact Hv|]. unfold mate_couples. rewrite (weigh_W Weigh _ _ _ Hv), F, E, Z.eqb_refl.
        destruct AB as [[-> ->]|[-> ->]]; simpl; auto.
      - exists ((q, p), v). split; [exact Hv|]. unfold mate_couples.
        rewrite (weigh_W Weigh _ _ _ Hv), (weigh_symmetric Weigh), F, (both_key_sym q p), E, Z.eqb_refl.
        destruct AB as [[-> ->]|[-> ->]]; simpl; auto. }
    split; apply in_map_iff; [exists (p, q) | exists (q, p)]; split; auto; apply in_get; split; auto. }
  apply rows_key_eq in E. destruct Mates as [M1 M2].
  destruct H as [H|[H|[]]]; injection H as <- <-; destruct E as [[E1 E2]|[E1 E2]].
  - exists p, q. auto 6.
  - exists q, p. auto 6.
  - exists q, p. auto 6.
  - exists p, q. auto 6.
Qed.

Lemma far_rows_ok i k : In k (far_rows X i) -> exists e, In (i, snd k) (get [i] (beside X)) /\ e = k.
Proof.
  intros H. exists k. split; [|reflexivity]. unfold far_rows in H. apply (proj2 (proj2 (firsts_ok far_key _))) in H.
  assert (K := H). cbn [X wanted_of beside] in K. apply in_get in K. destruct K as [_ K]. injection K as <-.
  destruct k. exact H.
Qed.

Lemma covered i : is_wanted X i = true -> exists p, In p phi /\ fst p = i.
Proof.
  unfold is_wanted. intros H. apply orb_prop in H. destruct H as [H|H].
  - apply Z.ltb_lt in H. destruct (own_tight i H) as (p & Hp & E & _). eauto.
  - destruct (get [i] (beside X)) as [|[j k] l] eqn:G; [discriminate|].
    assert (K : In (j, k) (get [i] (beside X))) by (rewrite G; simpl; auto).
    assert (j = i). { cbn [X wanted_of beside] in K. apply in_get in K. destruct K as [_ K]. injection K as <-. reflexivity. }
    subst j. destruct (has_mate i k K) as (p & _ & Hp & E & _). eauto.
Qed.

Definition spares (gone : LM.t unit) : Prop := forall p, In p phi -> has (pkey p) gone = false.

Lemma in_standing gone l q : In q (standing gone l) <-> In q l /\ has (pkey q) gone = false.
Proof. unfold standing. rewrite tfilter_eq, filter_In, negb_true_iff. tauto. Qed.

Lemma not_weak gone p : spares gone -> In p phi -> is_weak X gone p = false.
Proof.
  intros Sp Hp. unfold is_weak. rewrite tlength_eq.
  replace (length (far_rows X (fst p))) with (length (map snd (far_rows X (fst p)))) by apply map_length.
  apply (not_short _ _ phi One_to_one).
  - apply (NoDup_map_inv (fun i : nat => [i])). rewrite map_map. apply (firsts_ok far_key).
  - intros k Hk. apply in_map_iff in Hk. destruct Hk as (e & <- & He). apply far_rows_ok in He. destruct He as (_ & He & _).
    destruct (has_mate _ _ He) as (p' & q & Hp' & E & Hq & F & M). exists q. split; [exact Hq | split; [exact F|]].
    apply in_standing. split; [|apply Sp, Hq]. rewrite (same_end fst phi p p' (proj1 One_to_one) Hp Hp' (eq_sym E)). exact M.
Qed.

Lemma spares_add l gone : spares gone -> (forall p, In p l -> ~ In p phi) -> spares (add_all l gone).
Proof.
  intros Sp Out p Hp. destruct (has (pkey p) (add_all l gone)) eqn:H; [|reflexivity]. apply add_all_has in H. destruct H as [H|H].
  - rewrite (Sp p Hp) in H. discriminate.
  - apply in_map_iff in H. destruct H as (q & E & Hq). apply pkey_inj in E. subst q. exfalso. exact (Out p Hq Hp).
Qed.

Lemma strike_spares rounds : forall gone look rows work, spares gone -> spares (fst (strike rounds X gone look rows work)).
Proof.
  induction rounds as [|rounds IH]; cbn [strike]; cbv zeta; intros gone look rows work Sp; [exact Sp|].
  destruct (_ <? 0); [exact Sp|]. destruct (existsb _ _); [exact Sp|].
  set (struck := tapp _ _). assert (Out : forall p, In p struck -> ~ In p phi).
  { intros p H Hp. unfold struck in H. rewrite tapp_eq in H. apply in_app_iff in H. destruct H as [H|H].
    - rewrite tfilter_eq in H. apply filter_In in H. destruct H as [_ H]. rewrite (not_weak gone p Sp Hp) in H. discriminate.
    - apply in_tflat_map in H. destruct H as (rest & Hrest & H). rewrite tmap_eq in Hrest. apply in_map_iff in Hrest. destruct Hrest as (r & Er & _).
      unfold rivals_in in H. destruct rest as [|a [|a' rest]]; [destruct H | | destruct H].
      destruct (is_wanted X (fst a)) eqn:Wa; [|destruct H]. rewrite tfilter_eq in H. apply filter_In in H. destruct H as [H Ne].
      apply negb_true_iff, Nat.eqb_neq in Ne. apply in_standing in H. destruct H as [H _]. cbn [X wanted_of in_column] in H. apply in_get in H.
      destruct H as [_ Col]. injection Col as Col. destruct (covered _ Wa) as (b & Hb & Eb).
      assert (Ra : In a (standing gone (get (row_of r) (in_row X)))) by (rewrite Er; simpl; auto).
      apply in_standing in Ra. destruct Ra as [Ra _]. cbn [X wanted_of in_row] in Ra. apply in_get in Ra. destruct Ra as [_ Ra].
      assert (Rb : In b (standing gone (get (row_of r) (in_row X)))).
      { apply in_standing. split; [|apply Sp, Hb]. cbn [X wanted_of in_row]. apply in_get. rewrite tmap_eq. split; [apply Within, Hb|].
        rewrite <- Ra. unfold row_of. rewrite Eb. reflexivity. }
      rewrite Er in Rb. destruct Rb as [<-|[]]. apply Ne. f_equal. apply (same_end snd phi a p (proj2 One_to_one) Hb Hp). auto. }
  destruct struck as [|s struck']; [exact Sp|]. apply IH, spares_add; [exact Sp | exact Out].
Qed.

(** The alignment is within what is alive: then nothing lacks. *)
Lemma nothing_lacks alive work : incl phi (map fst alive) -> fst (is_lacking X unary alive work) = false.
Proof.
  intros Alive. unfold is_lacking. cbv zeta. rewrite tlength_eq.
  match goal with |- context [strike ?r ?x ?g ?l ?s ?w] => assert (Sp : spares (fst (strike r x g l s w))) end.
  { apply strike_spares, spares_add.
    - intros p _. unfold has. rewrite LF.empty_o. reflexivity.
    - intros p H Hp. rewrite tmap_eq in H. apply in_map_iff in H. destruct H as ([q u] & E & H). cbn [fst] in E. subst q.
      rewrite tfilter_eq in H. apply filter_In in H. cbn [fst snd] in H. destruct H as [He H]. apply orb_prop in H. destruct H as [H|H].
      + apply negb_true_iff in H. assert (K : has (pkey p) (add_all (tmap fst alive) (LM.empty unit)) = true).
        { apply add_all_has. right. rewrite tmap_eq. apply in_map, Alive, Hp. }
        congruence.
      + apply Z.ltb_lt in H. rewrite (weigh_U Weigh p u He), (alone_most p Hp) in H. exact (Z.lt_irrefl _ H). }
  destruct (strike _ _ _ _ _ _) as [gone left]. cbn [fst] in Sp |- *. rewrite tfilter_eq. set (rows := filter _ _).
  replace (length rows) with (length (map fst rows)) by apply map_length. apply (not_short _ _ phi One_to_one).
  - apply (NoDup_map_inv (fun i : nat => [i])). rewrite map_map. destruct (firsts_ok row_of (tmap fst unary)) as (_ & ND & _).
    clear -ND. unfold rows. clear rows. change (fun x : nat * nat => [fst x]) with row_of. induction (firsts row_of (tmap fst unary)) as [|x l IH]; cbn [filter map] in *; [constructor|].
    apply NoDup_cons_iff in ND. destruct ND as [Out ND]. destruct (is_wanted X (fst x)); [|auto]. cbn [map]. constructor; [|auto].
    intros K. apply Out. apply in_map_iff in K. destruct K as (y & E & Hy). apply filter_In in Hy. apply in_map_iff. exists y. tauto.
  - intros i Hi. apply in_map_iff in Hi. destruct Hi as (x & <- & Hx). apply filter_In in Hx. destruct Hx as [_ Hx].
    destruct (covered _ Hx) as (p & Hp & E). exists p. split; [exact Hp | split; [exact E|]]. apply in_standing. split; [|apply Sp, Hp].
    rewrite tmap_eq. apply Within, Hp.
Qed.

End Lack.

Theorem lack_sound m n U W unary binary claim step alive work phi :
  weigh m n U W unary binary -> is_nonneg (wanted_of unary binary) = true -> all_most (wanted_of unary binary) <= claim + step ->
  fst (is_lacking (wanted_of unary binary) unary alive work) = true ->
  pinj phi -> incl phi (map fst unary) -> incl phi (map fst alive) -> value U W phi < claim + step.
Proof.
  intros Weigh Nonneg Most Lacks PI Sub Alive. destruct (Z_lt_le_dec (value U W phi) (claim + step)) as [Lt|Le]; [exact Lt|]. exfalso.
  assert (K : fst (is_lacking (wanted_of unary binary) unary alive work) = false).
  { apply (nothing_lacks m n U W unary binary Weigh Nonneg phi PI Sub); [lia | exact Alive]. }
  congruence.
Qed.
