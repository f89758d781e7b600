(** * What all optima share

    A pair is a *link* of an alignment if it earns there: alone, or by a match with another pair of it.  Of alignments
    that are all worth K, [shared] lists the links that all have, F, and [arbitrary] those that only some have.  A proof
    about other weights, [asked], then shows that no alignment is worth more than K, that every optimum has all links of F,
    and that none has a link that no listed alignment has: [every_optimum].

    With a scale M from 1, the weights are M U and M W; less 1 in U of each pair of F; and 1 more for each pair p that is a
    link of no listed alignment: in U(p) if U(p) > 0, else in W(p,q) for each match of p.  An alignment f is then worth
    M K(f) - |f and F| + b(f), and what is to be proved is that this is at most M K - |F|.  If f has more than K, or K and
    not all of F, or K and a link that no listed alignment has, it is worth more.

    Where a pair of F has U = 0, the weight -1 is moved: all pairs of its column get 1 more, as does a new row, which means
    that the column is left out.  So every alignment that covers the column in one way or the other gets 1 more. *)

From Coq Require Import Arith Lia Bool List ZArith.
From Coq Require String.
Import String.StringSyntax.
From SmatchProof Require Import Smatch Sums Lists Certificate Maps Walk.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope Z_scope.

(** ** Sets of pairs *)

Definition set_of : list (nat * nat) -> LM.t unit := tfold_right (fun p s => LM.add (pkey p) tt s) (LM.empty unit).

Lemma has_set_of p l : has (pkey p) (set_of l) = true <-> In p l.
Proof.
  unfold set_of. rewrite tfold_right_eq. induction l as [|q l IH]; cbn [fold_right In].
  - unfold has. rewrite LF.empty_o. split; [discriminate | tauto].
  - unfold has. rewrite LM_add. destruct (Key.eq_dec (pkey q) (pkey p)) as [E|E].
    + apply pkey_inj in E. split; auto.
    + unfold has in IH. rewrite IH. split; [auto|]. intros [->|H]; [tauto | exact H].
Qed.

(** ** What the checker computes *)

Definition ends (binary : couple_weights) : list (nat * nat) := tflat_map (fun c => [fst (fst c); snd (fst c)]) binary.

Definition links (unary : own_weights) (binary : couple_weights) (phi : align) : list (nat * nat) :=
  let here := set_of phi in
  let matched :=
    set_of (ends (tfilter (fun c => has (pkey (fst (fst c))) here && has (pkey (snd (fst c))) here && (0 <? snd c)) binary)) in
  tmap fst (tfilter (fun e => has (pkey (fst e)) here && ((0 <? snd e) || has (pkey (fst e)) matched)) unary).

Definition in_all (sets : list (LM.t unit)) (p : nat * nat) : bool := forallb (has (pkey p)) sets.
Definition in_some (sets : list (LM.t unit)) (p : nat * nat) : bool := existsb (has (pkey p)) sets.

Definition shared (unary : own_weights) (sets : list (LM.t unit)) : list (nat * nat) :=
  tfilter (in_all sets) (tmap fst unary).

Definition arbitrary (unary : own_weights) (sets : list (LM.t unit)) : list (nat * nat) :=
  tfilter (fun p => in_some sets p && negb (in_all sets p)) (tmap fst unary).

(** The columns in which a pair of F would be worth -1. *)
Definition moved (unary : own_weights) (sets : list (LM.t unit)) : list nat :=
  tmap (fun e => snd (fst e)) (tfilter (fun e => in_all sets (fst e) && (snd e =? 0)) unary).

Definition changed (M : Z) (sets : list (LM.t unit)) (columns : NM.t unit) (p : nat * nat) (u : Z) : Z :=
  M * u - b2z (in_all sets p) + b2z (negb (in_some sets p) && (0 <? u)) + b2z (nhas (snd p) columns).

(** How many rows there are where these columns have a new one. *)
Definition rows_with (m n : nat) (columns : list nat) : nat := match columns with [] => m | _ => (m + n)%nat end.

(** M, the links of all alignments, and weights; then rows, weights, and what all alignments are worth more. *)
Definition asked (m n : nat) (M : Z) (sets : list (LM.t unit)) (unary : own_weights) (binary : couple_weights) :
    nat * own_weights * couple_weights * Z :=
  let columns := moved unary sets in
  let column_set := insert_all columns (NM.empty unit) in
  let silent := set_of (tmap fst (tfilter (fun e => negb (in_some sets (fst e)) && (snd e =? 0)) unary)) in
  let met := set_of (ends binary) in
  let others := tmap (fun j => ((m + j, j)%nat, 1)) columns in
  (rows_with m n columns,
   tfilter (fun e => negb (snd e =? 0) || has (pkey (fst e)) met)
     (tapp (tmap (fun e => (fst e, changed M sets column_set (fst e) (snd e))) unary) others),
   tmap (fun c => (fst c, M * snd c + b2z ((0 <? snd c) &&
     (has (pkey (fst (fst c))) silent || has (pkey (snd (fst c))) silent)))) binary,
   tlength columns).

(** ** Sums of values *)

Lemma value_sum c f g h k phi :
  value (fun x => c * f x + g x) (fun x y => c * h x y + k x y) phi = c * value f h phi + value g k phi.
Proof.
  induction phi as [|x phi IH]; cbn [value]; [lia|].
  rewrite IH, zsum_add, zsum_mul. lia.
Qed.

Lemma value_ext U V W phi : (forall x, In x phi -> U x = V x) -> value U W phi = value V W phi.
Proof.
  induction phi as [|x phi IH]; cbn [value In]; intros E; [reflexivity|].
  rewrite (E x), IH; auto.
Qed.

Lemma value_own U V W phi : value (fun x => U x + V x) W phi = value U W phi + zsum V phi.
Proof. induction phi as [|x phi IH]; cbn [value zsum]; lia. Qed.

Lemma value_app U W phi psi : (forall x y, 0 <= W x y) -> value U W phi + zsum U psi <= value U W (phi ++ psi).
Proof.
  intros Nonneg. induction phi as [|x phi IH]; cbn [value List.app].
  - induction psi as [|y psi IH]; cbn [value zsum]; [lia|].
    assert (0 <= zsum (W y) psi) by (apply zsum_nonneg; auto). cbn [value] in IH. lia.
  - rewrite zsum_app. assert (0 <= zsum (W x) psi) by (apply zsum_nonneg; auto). lia.
Qed.

Section Nonneg.

Variables (U : nat * nat -> Z) (W : nat * nat -> nat * nat -> Z).
Hypothesis U_nonneg : forall p, 0 <= U p.
Hypothesis W_nonneg : forall p q, 0 <= W p q.

Lemma value_nonneg phi : 0 <= value U W phi.
Proof.
  induction phi as [|x phi IH]; cbn [value]; [lia|]. pose proof (U_nonneg x).
  assert (0 <= zsum (W x) phi) by (apply zsum_nonneg; auto). lia.
Qed.

Lemma value_own_le x phi : In x phi -> U x <= value U W phi.
Proof.
  induction phi as [|y phi IH]; cbn [value In]; [tauto|]. pose proof (U_nonneg y). pose proof (value_nonneg phi).
  assert (0 <= zsum (W y) phi) by (apply zsum_nonneg; auto). intros [->|H']; [lia|]. specialize (IH H'). lia.
Qed.

Lemma value_couple_le x y phi : (forall p q, W p q = W q p) -> In x phi -> In y phi -> x <> y -> W x y <= value U W phi.
Proof.
  intros Sym. induction phi as [|z phi IH]; cbn [value In]; [tauto|]. pose proof (U_nonneg z). pose proof (value_nonneg phi).
  assert (0 <= zsum (W z) phi) by (apply zsum_nonneg; auto). intros [->|Hx] [->|Hy] Ne; [tauto | | |].
  - assert (W x y <= zsum (W x) phi) by (apply zsum_member; auto). lia.
  - rewrite Sym. assert (W y x <= zsum (W y) phi) by (apply zsum_member; auto). lia.
  - specialize (IH Hx Hy Ne). lia.
Qed.

End Nonneg.

Lemma zsum_b2z {T} (f : T -> bool) l : zsum (fun x => b2z (f x)) l = Z.of_nat (length (filter f l)).
Proof. induction l as [|x l IH]; [reflexivity|]. cbn [zsum filter]. rewrite IH. destruct (f x); cbn [b2z length]; lia. Qed.

Lemma NoDup_app_from {T} (l k : list T) :
  NoDup l -> NoDup k -> (forall x, In x l -> ~ In x k) -> NoDup (l ++ k).
Proof.
  induction l as [|x l IH]; cbn [List.app]; intros Nl Nk Apart; [exact Nk|]. apply NoDup_cons_iff in Nl. destruct Nl as [Out Nl].
  constructor; [|apply IH; auto; intros y Hy; apply Apart; simpl; auto].
  rewrite in_app_iff. intros [H|H]; [contradiction | exact (Apart x (or_introl eq_refl) H)].
Qed.

Lemma rows_with_least m n columns : (m <= rows_with m n columns)%nat.
Proof. destruct columns; cbn [rows_with]; lia. Qed.

Lemma rows_with_new m n columns j : In j columns -> rows_with m n columns = (m + n)%nat.
Proof. destruct columns; [intros [] | reflexivity]. Qed.

(** ** Links *)

Section Links.

Variables m n : nat.
Variable U : nat * nat -> Z.
Variable W : nat * nat -> nat * nat -> Z.
Variable unary : own_weights.
Variable binary : couple_weights.
Hypothesis Weigh : weigh m n U W unary binary.
Hypothesis U_nonneg : forall p, 0 <= U p.
Hypothesis Once : NoDup (map fst unary).

Definition earns (phi : align) (p : nat * nat) : Prop := In p phi /\ (0 < U p \/ exists q, In q phi /\ 0 < W p q).

Lemma in_ends p (b : couple_weights) : In p (ends b) <-> exists q w, In ((p, q), w) b \/ In ((q, p), w) b.
Proof.
  unfold ends. rewrite in_tflat_map. split.
  - intros ([[a c] w] & H & [K|[K|[]]]); cbn [fst snd] in K; subst; eauto.
  - intros (q & w & [H|H]); eexists; (split; [exact H|]); simpl; auto.
Qed.

Lemma weighs p : 0 < U p \/ (exists q, 0 < W p q) -> In p (map fst unary).
Proof.
  intros H. destruct (in_dec pair_dec p (map fst unary)) as [K|K]; [exact K|]. exfalso.
  destruct (weigh_outside Weigh p K) as [U0 W0]. destruct H as [H|(q & H)]; [lia|]. destruct (W0 q). lia.
Qed.

Lemma in_links phi p : In p (links unary binary phi) <-> earns phi p.
Proof.
  unfold links, earns. rewrite tmap_eq, tfilter_eq, in_map_iff. split.
  - intros ([p' u] & <- & H). apply filter_In in H. cbn [fst snd] in *. destruct H as [Hu H].
    rewrite andb_true_iff, orb_true_iff, !has_set_of, Z.ltb_lt in H. destruct H as [Hp H]. split; [exact Hp|].
    rewrite (weigh_U Weigh _ _ Hu) in H. destruct H as [H|H]; [auto | right].
    apply in_ends in H. destruct H as (q & w & H). rewrite !tfilter_eq, !filter_In in H. cbn [fst snd] in H.
    rewrite !andb_true_iff, !has_set_of, Z.ltb_lt in H. exists q. destruct H as [(H & (_ & Hq) & Pos)|(H & (Hq & _) & Pos)].
    + split; [exact Hq | rewrite <- (weigh_W Weigh _ _ _ H); exact Pos].
    + split; [exact Hq | rewrite (weigh_symmetric Weigh), <- (weigh_W Weigh _ _ _ H); exact Pos].
  - intros [Hp H]. assert (K : In p (map fst unary)) by (apply weighs; destruct H as [H|(q & _ & H)]; eauto).
    apply in_map_iff in K. destruct K as ([p' u] & E & K). cbn [fst] in E. subst p'. exists (p, u). split; [reflexivity|].
    apply filter_In. split; [exact K|]. cbn [fst snd].
    rewrite andb_true_iff, orb_true_iff, !has_set_of, Z.ltb_lt, (weigh_U Weigh _ _ K). split; [exact Hp|].
    destruct H as [H|(q & Hq & H)]; [auto | right]. apply in_ends.
    destruct (weigh_all Weigh p q H) as (w & [Hw|Hw]); exists q, w; [left | right];
      rewrite tfilter_eq; apply filter_In; (split; [exact Hw|]); cbn [fst snd];
      rewrite !andb_true_iff, !has_set_of, Z.ltb_lt, (weigh_W Weigh _ _ _ Hw); auto.
    rewrite (weigh_symmetric Weigh). auto.
Qed.

(** ** Values without a pair *)

Definition other (p q : nat * nat) : bool := negb (pair_eqb p q).

Lemma other_iff p q : other p q = true <-> p <> q.
Proof. unfold other. rewrite negb_true_iff, <- not_true_iff_false, pair_eqb_iff. reflexivity. Qed.

Lemma others_all p phi : ~ In p phi -> filter (other p) phi = phi.
Proof.
  induction phi as [|x phi IH]; cbn [filter In]; [reflexivity|]. intros Out.
  replace (other p x) with true; [rewrite IH; tauto|]. symmetry. apply other_iff. intros ->. tauto.
Qed.

Lemma sum_without f p phi : NoDup phi -> In p phi -> zsum f phi = f p + zsum f (filter (other p) phi).
Proof.
  induction phi as [|x phi IH]; cbn [In zsum filter]; intros ND; [tauto|]. apply NoDup_cons_iff in ND. destruct ND as [Out ND].
  intros [->|H].
  - replace (other p p) with false by (symmetry; apply not_true_iff_false; rewrite other_iff; tauto).
    rewrite others_all by exact Out. reflexivity.
  - replace (other p x) with true by (symmetry; apply other_iff; intros ->; tauto). cbn [zsum]. rewrite IH by assumption. lia.
Qed.

Lemma value_without p phi : NoDup phi -> In p phi ->
  value U W phi = U p + zsum (W p) (filter (other p) phi) + value U W (filter (other p) phi).
Proof.
  induction phi as [|x phi IH]; cbn [In value filter]; intros ND; [tauto|]. apply NoDup_cons_iff in ND. destruct ND as [Out ND].
  intros [->|H].
  - replace (other p p) with false by (symmetry; apply not_true_iff_false; rewrite other_iff; tauto).
    rewrite others_all by exact Out. reflexivity.
  - replace (other p x) with true by (symmetry; apply other_iff; intros ->; tauto). cbn [zsum value].
    rewrite IH, (sum_without (W x) p phi), (weigh_symmetric Weigh x p) by assumption. lia.
Qed.

Lemma positive_term (f : nat * nat -> Z) l : 0 < zsum f l -> exists x, In x l /\ 0 < f x.
Proof.
  induction l as [|x l IH]; cbn [zsum In]; intros H; [lia|].
  destruct (Z_lt_le_dec 0 (f x)) as [Pos|Le]; [eauto|]. destruct IH as (y & Hy & Pos); [lia | eauto].
Qed.

(** A pair earns if and only if the alignment is worth less without it. *)
Lemma earns_less phi p : NoDup phi -> In p phi -> earns phi p <-> value U W (filter (other p) phi) < value U W phi.
Proof.
  intros ND Hp. rewrite (value_without p phi ND Hp). pose proof (U_nonneg p).
  assert (Rest : 0 <= zsum (W p) (filter (other p) phi)) by (apply zsum_nonneg; intros q _; apply (weigh_nonneg Weigh)).
  unfold earns. split.
  - intros [_ [Pos|(q & Hq & Pos)]]; [lia|].
    assert (W p q <= zsum (W p) (filter (other p) phi)); [|lia].
    apply zsum_member; [intros r _; apply (weigh_nonneg Weigh)|]. apply filter_In. split; [exact Hq|].
    apply other_iff. intros ->. rewrite (weigh_apart Weigh) in Pos. lia.
  - intros Less. split; [exact Hp|]. destruct (Z_lt_le_dec 0 (U p)) as [Pos|Le]; [auto | right].
    destruct (positive_term (W p) (filter (other p) phi)) as (q & Hq & Pos); [lia|]. apply filter_In in Hq. exists q. tauto.
Qed.

(** What earns nothing can be left out. *)
Lemma value_kept (kept : nat * nat -> bool) phi :
  (forall p, In p phi -> kept p = false -> U p = 0 /\ forall q, In q phi -> W p q = 0) ->
  value U W (filter kept phi) = value U W phi.
Proof.
  intros Idle. assert (Sum : forall l p, incl l phi -> In p phi -> zsum (W p) (filter kept l) = zsum (W p) l).
  { intros l p. induction l as [|q l IH]; cbn [filter zsum]; intros In' Hp; [reflexivity|].
    assert (Hq : In q phi) by (apply In'; simpl; auto). specialize (IH (fun x H => In' x (or_intror H)) Hp).
    destruct (kept q) eqn:K; cbn [zsum]; [lia|]. destruct (Idle q Hq K) as [_ Z0].
    rewrite (weigh_symmetric Weigh p q), (Z0 p Hp). lia. }
  assert (All : forall l, incl l phi -> value U W (filter kept l) = value U W l); [|apply All, incl_refl].
  induction l as [|p l IH]; cbn [filter value]; intros In'; [reflexivity|].
  assert (Hp : In p phi) by (apply In'; simpl; auto). assert (In'' : incl l phi) by (intros x H; apply In'; simpl; auto).
  destruct (kept p) eqn:K; cbn [value]; rewrite IH by exact In''; [rewrite Sum by assumption; lia|].
  destruct (Idle p Hp K) as [-> Z0]. rewrite zsum_zero; [lia|]. intros q Hq. apply Z0, In'', Hq.
Qed.

(** ** The other weights *)

Variable M : Z.
Hypothesis M_positive : 1 <= M.

(** The alignments that are listed; there is one. *)
Variable first : align.
Variable more : list align.
Hypothesis First : pinj first.
Let sets := map (fun phi => set_of (links unary binary phi)) (first :: more).
Let F := shared unary sets.
Let O := arbitrary unary sets.
Let C := moved unary sets.
Let columns := insert_all C (NM.empty unit).

Lemma in_all_iff p : in_all sets p = true <-> forall phi, In phi (first :: more) -> earns phi p.
Proof.
  unfold in_all, sets. rewrite forallb_forall. split.
  - intros All phi H. apply in_links, has_set_of, All.
    apply (in_map (fun phi => set_of (links unary binary phi))), H.
  - intros All s Hs. apply in_map_iff in Hs. destruct Hs as (phi & <- & H).
    apply has_set_of, in_links, All, H.
Qed.

Lemma in_some_iff p : in_some sets p = true <-> exists phi, In phi (first :: more) /\ earns phi p.
Proof.
  unfold in_some, sets. rewrite existsb_exists. split.
  - intros (s & Hs & H). apply in_map_iff in Hs. destruct Hs as (phi & <- & Hphi). exists phi. split; [exact Hphi|].
    apply in_links, has_set_of, H.
  - intros (phi & Hphi & H). exists (set_of (links unary binary phi)). split.
    + apply (in_map (fun phi => set_of (links unary binary phi))), Hphi.
    + apply has_set_of, in_links, H.
Qed.

Lemma earning phi p : earns phi p -> In p (map fst unary).
Proof. intros [_ H]. apply weighs. destruct H as [H|(q & _ & H)]; eauto. Qed.

Lemma in_shared p : In p F <-> in_all sets p = true.
Proof.
  unfold F, shared. rewrite tfilter_eq, tmap_eq, filter_In. split; [tauto|]. intros H. split; [|exact H].
  apply (earning first), in_all_iff; simpl; auto.
Qed.

Lemma in_arbitrary p : In p O <-> in_some sets p = true /\ in_all sets p = false.
Proof.
  unfold O, arbitrary. rewrite tfilter_eq, tmap_eq, filter_In, andb_true_iff, negb_true_iff. split; [tauto|].
  intros H. split; [|exact H]. destruct H as [H _]. apply in_some_iff in H. destruct H as (phi & _ & H). apply (earning phi), H.
Qed.

Lemma in_moved j : In j C <-> exists p, In p F /\ U p = 0 /\ snd p = j.
Proof.
  unfold C, moved. rewrite tmap_eq, tfilter_eq, in_map_iff. split.
  - intros ([p u] & <- & H). apply filter_In in H. cbn [fst snd] in *. destruct H as [H K].
    rewrite andb_true_iff, Z.eqb_eq in K. exists p. rewrite in_shared, <- (weigh_U Weigh _ _ H). tauto.
  - intros (p & Hp & U0 & <-). assert (K := Hp). apply in_shared in Hp. unfold F, shared in K.
    rewrite tfilter_eq, tmap_eq, filter_In, in_map_iff in K. destruct K as [([p' u] & E & K) _]. cbn [fst] in E. subst p'.
    exists (p, u). split; [reflexivity|]. apply filter_In. split; [exact K|]. cbn [fst snd].
    rewrite andb_true_iff, Z.eqb_eq, (weigh_U Weigh _ _ K). auto.
Qed.

Lemma columns_iff j : nhas j columns = true <-> In j C.
Proof.
  split; intros H.
  - apply nhas_insert_all in H. rewrite nhas_empty in H. destruct H as [H|H]; [exact H | discriminate].
  - unfold columns. generalize (NM.empty unit). revert H. induction C as [|i l IH]; intros H s; [destruct H|].
    cbn [insert_all]. destruct H as [->|H]; [|apply IH, H].
    assert (Keep : forall l s, nhas j s = true -> nhas j (insert_all l s) = true).
    { clear. induction l as [|i l IH]; cbn [insert_all]; auto. intros s H. apply IH, nhas_insert. auto. }
    apply Keep, nhas_insert. auto.
Qed.

Lemma moved_once : NoDup C.
Proof.
  unfold C, moved. rewrite tmap_eq, tfilter_eq.
  set (l := filter (fun e => in_all sets (fst e) && (snd e =? 0)) unary).
  assert (Used : forall e, In e l -> In (fst e) first).
  { intros e He. apply filter_In in He. destruct He as [_ He]. apply andb_true_iff in He. destruct He as [He _].
    apply in_all_iff with (phi := first) in He; [apply He | simpl; auto]. }
  assert (ND : NoDup (map fst l)) by (apply NoDup_map_filter, Once).
  rewrite <- (map_map fst snd). apply NoDup_image; [|exact ND].
  intros p q Hp Hq E. apply in_map_iff in Hp, Hq. destruct Hp as (d & <- & Hd), Hq as (e & <- & He).
  destruct First as [_ Columns]. apply (NoDup_map_inj snd first); auto.
Qed.

(** Of a pair that has weight, and of a row that means that a column is left out. *)
Definition new (p : nat * nat) : Prop := exists j, In j C /\ p = ((m + j)%nat, j).

Lemma new_outside p : new p -> ~ In p (map fst unary).
Proof. intros (j & _ & ->) H. apply (weigh_inside Weigh) in H. cbn [fst] in H. lia. Qed.

Definition asked_U (p : nat * nat) : Z :=
  if in_dec pair_dec p (map fst unary) then changed M sets columns p (U p)
  else if in_dec pair_dec p (map (fun j => ((m + j)%nat, j)) C) then 1 else 0.

Definition silent (p : nat * nat) : bool :=
  has (pkey p) (set_of (map fst (filter (fun e => negb (in_some sets (fst e)) && (snd e =? 0)) unary))).

Definition bonus_W (p q : nat * nat) : Z := b2z ((0 <? W p q) && (silent p || silent q)).

Definition asked_W (p q : nat * nat) : Z := M * W p q + bonus_W p q.

Lemma asked_W_0 p q : W p q = 0 -> asked_W p q = 0.
Proof. intros E. unfold asked_W, bonus_W. rewrite E. cbn [Z.ltb Z.compare andb b2z]. lia. Qed.

Lemma asked_W_positive p q : 0 < asked_W p q -> 0 < W p q.
Proof.
  intros Pos. pose proof (weigh_nonneg Weigh p q). destruct (Z.eq_dec (W p q) 0) as [E|E]; [|lia].
  rewrite asked_W_0 in Pos by exact E. lia.
Qed.

Lemma b2z_range b : 0 <= b2z b <= 1.
Proof. destruct b; simpl; lia. Qed.

Lemma asked_U_nonneg p : 0 <= asked_U p.
Proof.
  unfold asked_U. destruct (in_dec pair_dec p (map fst unary)) as [_|_]; [|destruct (in_dec _ _ _); lia].
  unfold changed. pose proof (b2z_range (negb (in_some sets p) && (0 <? U p))). pose proof (U_nonneg p).
  pose proof (b2z_range (in_all sets p)). pose proof (b2z_range (nhas (snd p) columns)).
  destruct (Z.eq_dec (U p) 0) as [Zero|Ne]; [|nia]. destruct (in_all sets p) eqn:All; [|cbn [b2z]; nia].
  replace (nhas (snd p) columns) with true; [cbn [b2z]; nia|]. symmetry. apply columns_iff, in_moved.
  exists p. split; [apply in_shared, All | auto].
Qed.

Theorem asked_weigh m' unary' binary' constant :
  asked m n M sets unary binary = (m', unary', binary', constant) -> weigh m' n asked_U asked_W unary' binary'.
Proof.
  unfold asked. fold C columns. intros E. injection E as <- <- <- _.
  set (met := set_of (ends binary)). autorewrite with plain.
  assert (Met : forall p, has (pkey p) met = true <-> exists q w, In ((p, q), w) binary \/ In ((q, p), w) binary).
  { intros p. unfold met. rewrite has_set_of. apply in_ends. }
  assert (Old : forall p u, In (p, u) unary -> asked_U p = changed M sets columns p u).
  { intros p u H. unfold asked_U. destruct (in_dec pair_dec p (map fst unary)) as [_|K].
    - rewrite <- (weigh_U Weigh _ _ H). reflexivity.
    - exfalso. apply K, (in_map fst _ _ H). }
  assert (New : forall p, In p (map (fun j => ((m + j)%nat, j)) C) -> asked_U p = 1).
  { intros p H. unfold asked_U. destruct (in_dec pair_dec p (map fst unary)) as [K|_].
    - exfalso. apply (new_outside p); [|exact K]. apply in_map_iff in H. destruct H as (j & <- & H). exists j. auto.
    - destruct (in_dec pair_dec p _); tauto. }
  split.
  - intros p u H. apply filter_In in H. destruct H as [H _]. apply in_app_iff in H. destruct H as [H|H].
    + apply in_map_iff in H. destruct H as ([q v] & E & H). cbn [fst snd] in E. injection E as -> <-. symmetry. apply Old, H.
    + apply in_map_iff in H. destruct H as (j & E & H). injection E as <- <-. symmetry. apply New.
      apply (in_map (fun j => ((m + j)%nat, j))), H.
  - intros p q w H. apply in_map_iff in H. destruct H as ([[a b] w'] & E & H). cbn [fst snd] in E. injection E as -> -> <-.
    rewrite (weigh_W Weigh _ _ _ H). reflexivity.
  - intros p q Pos. apply asked_W_positive in Pos. destruct (weigh_all Weigh p q Pos) as (w & [H|H]);
      eexists; [left | right]; apply in_map_iff; eexists; (split; [|exact H]); reflexivity.
  - intros p Out. assert (W0 : ~ In p (map fst unary) -> forall r, W p r = 0 /\ W r p = 0)
      by (intros K; apply (weigh_outside Weigh p K)).
    destruct (in_dec pair_dec p (map fst unary)) as [K|K].
    + apply in_map_iff in K. destruct K as ([q u] & E & K). cbn [fst] in E. subst q.
      destruct (negb (changed M sets columns p u =? 0) || has (pkey p) met) eqn:T.
      * exfalso. apply Out, in_map_iff. exists (p, changed M sets columns p u). split; [reflexivity|].
        apply filter_In. split; [|exact T]. apply in_app_iff. left. apply in_map_iff. exists (p, u). auto.
      * apply orb_false_iff in T. destruct T as [T Alone]. apply negb_false_iff, Z.eqb_eq in T. rewrite (Old p u K).
        split; [exact T|]. assert (None : forall r, W p r = 0).
        { intros r. pose proof (weigh_nonneg Weigh p r). destruct (Z.eq_dec (W p r) 0) as [Z0|Ne]; [exact Z0|]. exfalso.
          apply not_true_iff_false in Alone. apply Alone, Met. destruct (weigh_all Weigh p r) as (w & Hw); [lia|]. eauto. }
        intros r. split; apply asked_W_0; [|rewrite (weigh_symmetric Weigh)]; apply None.
    + split.
      * unfold asked_U. destruct (in_dec pair_dec p (map fst unary)) as [|_]; [contradiction|].
        destruct (in_dec pair_dec p _) as [H|_]; [|reflexivity]. exfalso. apply Out, in_map_iff. exists (p, 1).
        split; [reflexivity|]. apply filter_In. split; [|reflexivity]. apply in_app_iff. right.
        apply in_map_iff in H. destruct H as (j & <- & H). apply in_map_iff. exists j. auto.
      * intros r. destruct (W0 K r). split; apply asked_W_0; assumption.
  - intros p H. apply in_map_iff in H. destruct H as ([q u] & E & H). cbn [fst] in E. subst q.
    apply filter_In in H. destruct H as [H _]. apply in_app_iff in H. destruct H as [H|H].
    + apply in_map_iff in H. destruct H as ([q v] & E & H). cbn [fst snd] in E. injection E as -> _.
      apply (in_map fst) in H. apply (weigh_inside Weigh) in H. cbn [fst] in H. pose proof (rows_with_least m n C). lia.
    + apply in_map_iff in H. destruct H as (j & E & H). injection E as <- _. cbn [fst snd].
      assert (Small : (j < n)%nat).
      { apply in_moved in H. destruct H as (p & Hp & _ & <-). apply in_shared in Hp.
        apply (weigh_inside Weigh), (earning first), in_all_iff; simpl; auto. }
      rewrite (rows_with_new m n C j H). lia.
  - intros p q. unfold asked_W, bonus_W. rewrite (weigh_symmetric Weigh p q), (orb_comm (silent p)). reflexivity.
  - intros p q. unfold asked_W, bonus_W. pose proof (weigh_nonneg Weigh p q).
    pose proof (b2z_range ((0 <? W p q) && (silent p || silent q))). nia.
  - intros p. apply asked_W_0, (weigh_apart Weigh).
Qed.

(** What [asked] counts besides M times the value. *)
Definition lost (p : nat * nat) : Z := b2z (in_all sets p).
Definition bonus_U (p : nat * nat) : Z := b2z (negb (in_some sets p) && (0 <? U p)).

Lemma asked_value phi :
  pinj phi -> incl phi (map fst unary) ->
  exists psi, pinj psi /\
    M * value U W phi - zsum lost phi + value bonus_U bonus_W phi + Z.of_nat (length C) <= value asked_U asked_W psi.
Proof.
  intros [Rows Columns] Sub.
  set (free := filter (fun j => negb (mem Nat.eq_dec j (map snd phi))) C).
  exists (phi ++ map (fun j => ((m + j)%nat, j)) free). split.
  - assert (Free : NoDup free) by apply NoDup_filter, moved_once. split; rewrite map_app, map_map; cbn [fst snd].
    + apply NoDup_app_from; [exact Rows | apply NoDup_image; [intros; lia | exact Free]|].
      intros i Hi K. apply in_map_iff in Hi, K. destruct Hi as (p & <- & Hp), K as (j & E & _).
      apply Sub, (weigh_inside Weigh) in Hp. lia.
    + rewrite map_id. apply NoDup_app_from; [exact Columns | exact Free|].
      intros j Hj K. apply filter_In in K. destruct K as [_ K]. apply (mem_false_iff Nat.eq_dec) in K. contradiction.
  - assert (Nonneg : forall p q, 0 <= asked_W p q).
    { intros p q. unfold asked_W, bonus_W. pose proof (weigh_nonneg Weigh p q).
      pose proof (b2z_range ((0 <? W p q) && (silent p || silent q))). nia. }
    eapply Z.le_trans; [|apply value_app, Nonneg].
    assert (Own : value asked_U asked_W phi
      = M * value U W phi + value (fun p => bonus_U p - lost p) bonus_W phi + zsum (fun p => b2z (nhas (snd p) columns)) phi).
    { rewrite <- value_sum, <- value_own. apply value_ext. intros p Hp. unfold asked_U, bonus_U, lost, changed.
      destruct (in_dec pair_dec p (map fst unary)) as [_|K]; [lia|]. exfalso. apply K, Sub, Hp. }
    rewrite Own. clear Own.
    assert (Less : value (fun p => bonus_U p - lost p) bonus_W phi = value bonus_U bonus_W phi - zsum lost phi).
    { rewrite <- (Z.add_opp_r _ (zsum lost phi)). replace (- zsum lost phi) with (zsum (fun p => - lost p) phi).
      - rewrite <- value_own. reflexivity.
      - rewrite <- (Z.mul_1_l (zsum lost phi)), <- Z.mul_opp_l, <- zsum_mul. apply zsum_ext. intros. lia. }
    rewrite Less. clear Less.
    assert (Left : zsum asked_U (map (fun j => ((m + j)%nat, j)) free) = Z.of_nat (length free)).
    { rewrite zsum_map, <- (Z.mul_1_l (Z.of_nat _)).
      rewrite (zsum_ext _ (fun _ => 1 * b2z true)).
      - rewrite zsum_mul, zsum_b2z, (filter_all_eq (fun _ => true)); auto.
      - intros j Hj. apply filter_In in Hj. destruct Hj as [Hj _]. unfold asked_U.
        assert (N : new ((m + j)%nat, j)) by (exists j; auto).
        destruct (in_dec pair_dec _ (map fst unary)) as [K|_]; [exfalso; exact (new_outside _ N K)|].
        destruct (in_dec pair_dec _ _) as [_|K]; [reflexivity|]. exfalso. apply K.
        apply (in_map (fun j => ((m + j)%nat, j))), Hj. }
    rewrite Left. clear Left.
    assert (Count : (length C <= length (filter (fun p => nhas (snd p) columns) phi) + length free)%nat).
    { rewrite <- (map_length snd (filter _ phi)), <- app_length. apply NoDup_incl_length; [apply moved_once|].
      intros j Hj. apply in_app_iff. destruct (mem Nat.eq_dec j (map snd phi)) eqn:E.
      - left. apply (mem_iff Nat.eq_dec), in_map_iff in E. destruct E as (p & <- & Hp). apply in_map, filter_In.
        split; [exact Hp | apply columns_iff, Hj].
      - right. apply filter_In. rewrite E. auto. }
    rewrite zsum_b2z. lia.
Qed.

Variable K : Z.
Hypothesis Listed : forall phi, In phi (first :: more) -> pinj phi /\ value U W phi = K.

(** What a proof about these weights says. *)
Theorem every_optimum :
  (forall psi, pinj psi -> value asked_U asked_W psi <= M * K - Z.of_nat (length F) + Z.of_nat (length C)) ->
  forall phi, pinj phi -> value U W phi <= K /\
    (value U W phi = K -> (forall p, In p F -> earns phi p) /\ (forall p, earns phi p -> In p F \/ In p O)).
Proof.
  intros Bound phi PI. set (kept := fun p => mem pair_dec p (links unary binary phi)).
  assert (Kept : forall p, In p (filter kept phi) <-> earns phi p).
  { intros p. rewrite filter_In. unfold kept. rewrite (mem_iff pair_dec), in_links.
    split; [tauto|]. intros E. split; [apply E | exact E]. }
  assert (Same : value U W (filter kept phi) = value U W phi).
  { apply value_kept. intros p Hp Out.
    assert (Not : ~ earns phi p) by (rewrite <- Kept, filter_In, Out; intros [_ H]; discriminate).
    pose proof (U_nonneg p). split; [destruct (Z.eq_dec (U p) 0) as [E|E]; [exact E|]; exfalso; apply Not; split; [exact Hp | lia]|].
    intros q Hq. pose proof (weigh_nonneg Weigh p q). destruct (Z.eq_dec (W p q) 0) as [E|E]; [exact E|]. exfalso. apply Not.
    split; [exact Hp | right; exists q; split; [exact Hq | lia]]. }
  assert (PK : pinj (filter kept phi)) by apply filter_pinj, PI.
  destruct (asked_value (filter kept phi) PK) as (psi & Ppsi & Le).
  { intros p Hp. apply (earning phi), Kept, Hp. }
  specialize (Bound psi Ppsi). rewrite Same in Le.
  assert (NDK : NoDup (filter kept phi)) by (destruct PK as [PK _]; apply (NoDup_map_inv fst), PK).
  assert (BU : forall p, 0 <= bonus_U p) by (intros p; unfold bonus_U; apply b2z_range).
  assert (BW : forall p q, 0 <= bonus_W p q) by (intros p q; unfold bonus_W; apply b2z_range).
  assert (Bonus := value_nonneg bonus_U bonus_W BU BW (filter kept phi)).
  assert (Lost : zsum lost (filter kept phi) = Z.of_nat (length (filter (in_all sets) (filter kept phi))))
    by (unfold lost; apply zsum_b2z).
  assert (Within : incl (filter (in_all sets) (filter kept phi)) F).
  { intros p Hp. apply filter_In in Hp. apply in_shared, Hp. }
  assert (Few : (length (filter (in_all sets) (filter kept phi)) <= length F)%nat).
  { apply NoDup_incl_length; [apply NoDup_filter, NDK | exact Within]. }
  split; [nia|]. intros Best. rewrite Best in Le. split.
  - intros p Hp. destruct (in_dec pair_dec p (filter kept phi)) as [H|H]; [apply Kept, H|]. exfalso.
    assert (Fewer : (S (length (filter (in_all sets) (filter kept phi))) <= length F)%nat); [|lia].
    change (S (length (filter (in_all sets) (filter kept phi))))
      with (length (p :: filter (in_all sets) (filter kept phi))).
    apply NoDup_incl_length.
    + constructor; [|apply NoDup_filter, NDK]. intros H'. apply filter_In in H'. tauto.
    + intros q [<-|Hq]; [exact Hp | apply Within, Hq].
  - intros p Hp. destruct (in_some sets p) eqn:Some'.
    + destruct (in_all sets p) eqn:All; [left; apply in_shared, All | right; apply in_arbitrary; auto].
    + exfalso. assert (Hk := Hp). apply Kept in Hk.
      assert (One : 1 <= value bonus_U bonus_W (filter kept phi)); [|lia].
      destruct (Z.eq_dec (U p) 0) as [U0|Ne].
      * destruct Hp as [Hp [Pos|(q & Hq & Pos)]]; [lia|].
        assert (Hq' : In q (filter kept phi)).
        { apply Kept. split; [exact Hq | right]. exists p. rewrite (weigh_symmetric Weigh). auto. }
        assert (Silent : silent p = true).
        { unfold silent. rewrite has_set_of.
          assert (In' : In p (map fst unary)) by (apply weighs; eauto).
          apply in_map_iff in In'. destruct In' as ([p' u] & E & In'). cbn [fst] in E. subst p'.
          apply in_map_iff. exists (p, u). split; [reflexivity|]. apply filter_In. split; [exact In'|]. cbn [fst snd].
          rewrite Some', (weigh_U Weigh _ _ In'), U0. reflexivity. }
        eapply Z.le_trans; [|apply (value_couple_le bonus_U bonus_W BU BW p q)]; auto.
        -- unfold bonus_W. apply Z.ltb_lt in Pos. rewrite Pos, Silent. simpl. lia.
        -- intros a b. unfold bonus_W. rewrite (weigh_symmetric Weigh a b), (orb_comm (silent a)). reflexivity.
        -- intros ->. rewrite (weigh_apart Weigh) in Pos. lia.
      * eapply Z.le_trans; [|apply (value_own_le bonus_U bonus_W BU BW p), Hk].
        unfold bonus_U. rewrite Some'. pose proof (U_nonneg p). assert (Pos : 0 < U p) by lia.
        apply Z.ltb_lt in Pos. rewrite Pos. simpl. lia.
Qed.

(** Each of these lists has a pair once, and an arbitrary pair is a link of some listed alignment and not of another. *)
Theorem arbitrary_seen p : In p O ->
  exists phi psi, In phi (first :: more) /\ In psi (first :: more) /\ earns phi p /\ ~ earns psi p.
Proof.
  intros H. apply in_arbitrary in H. destruct H as [Some' All]. apply in_some_iff in Some'. destruct Some' as (phi & Hphi & E).
  assert (N : ~ forall psi, In psi (first :: more) -> earns psi p) by (rewrite <- in_all_iff, All; discriminate).
  unfold in_all in All. assert (Ex : exists s, In s sets /\ has (pkey p) s = false).
  { clear -All. induction sets as [|s l IH]; cbn [forallb] in All; [discriminate|].
    destruct (has (pkey p) s) eqn:E; [|exists s; simpl; auto].
    destruct IH as (s' & H & E'); [exact All | exists s'; simpl; auto]. }
  destruct Ex as (s & Hs & E'). unfold sets in Hs. apply in_map_iff in Hs. destruct Hs as (psi & <- & Hpsi).
  exists phi, psi. repeat (split; [assumption|]). intros K'. apply not_true_iff_false in E'. apply E', has_set_of.
  apply in_links, K'.
Qed.

Theorem shared_once : NoDup F /\ NoDup O.
Proof. unfold F, O, shared, arbitrary. rewrite !tfilter_eq, !tmap_eq. split; apply NoDup_filter, Once. Qed.

End Links.
