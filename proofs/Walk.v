(** * The walk through a proof: Certificate.v's test of a tree, for the checker that runs

    [follow] does what [treeb] of Certificate.v does, on the list of nodes in prefix order and with maps instead of list
    scans.  A [state] holds the live pairs and the couples of live pairs that match something, so that a node is looked
    at in time linear in what is live there; where stars may be negative, in the couples of live pairs.  Forbidden pairs
    are not listed: a symmetry takes away the live pairs that do not come from live ones.  [follow_sound] says that no
    alignment within the first state is worth more than the claim if the walk ends well; it rests on [leaf_sound],
    [fix_sound], [empty_sound], [turned_excluded] and [whole_enough] of Certificate.v.  A stack of nodes that wait is
    [ready]: what lies beyond the first is worth no more than the claim; and once that is proved of the first, the same
    holds of the second, and so on. *)

From Coq Require Import Arith Lia Bool List ZArith.
From Coq Require String.
Import String.StringSyntax.
From SmatchProof Require Import Smatch Sums Lists Certificate Maps.
From SmatchProof Require Export Lack.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope Z_scope.
Local Notation string := String.string.

(** What was computed, or why not. *)
Inductive outcome (T : Type) :=
  | Ok (x : T)
  | No (node : option Z) (why : string).    (* the number of the node of the proof, where there is one *)
Arguments Ok {T}.
Arguments No {T}.

(** Not a function, whose last argument OCaml would compute before the condition is looked at. *)
Notation demand condition why next := (if condition then next else No None why) (only parsing).

Lemma demand_ok {T} (c : bool) why (next : outcome T) x : (if c then next else No None why) = Ok x -> c = true /\ next = Ok x.
Proof. destruct c; simpl; [auto | discriminate]. Qed.

Definition bind {T V} (a : outcome T) (f : T -> outcome V) : outcome V :=
  match a with Ok x => f x | No node why => No node why end.

Lemma bind_ok {T V} (a : outcome T) (f : T -> outcome V) y : bind a f = Ok y -> exists x, a = Ok x /\ f x = Ok y.
Proof. destruct a; simpl; [eauto | discriminate]. Qed.

Lemma bind_intro {T V} (a : outcome T) (f : T -> outcome V) x y : a = Ok x -> f x = Ok y -> bind a f = Ok y.
Proof. intros ->. exact (fun E => E). Qed.

Definition found {T} (a : option T) (why : string) : outcome T := match a with Some x => Ok x | None => No None why end.

Lemma found_ok {T} (a : option T) why x : found a why = Ok x -> a = Some x.
Proof. destruct a; simpl; [intros H; injection H as <-; reflexivity | discriminate]. Qed.

(** ** Pairs and couples as keys *)

Definition pair_eqb (p q : nat * nat) : bool := Nat.eqb (fst p) (fst q) && Nat.eqb (snd p) (snd q).

Lemma pair_eqb_iff p q : pair_eqb p q = true <-> p = q.
Proof.
  destruct p as [i j], q as [k l]. unfold pair_eqb. simpl. rewrite andb_true_iff, !Nat.eqb_eq.
  split; [intros [-> ->]; reflexivity | intros E; injection E; auto].
Qed.

Definition couple_key (c : (nat * nat) * (nat * nat)) : Key.t :=
  let (p, q) := c in if Nat.ltb (fst p) (fst q) then [fst p; snd p; fst q; snd q]%nat else [fst q; snd q; fst p; snd p]%nat.

Lemma couple_key_inj p q r s : couple_key (p, q) = couple_key (r, s) -> (p, q) = (r, s) \/ (q, p) = (r, s).
Proof.
  destruct p as [p1 p2], q as [q1 q2], r as [r1 r2], s as [s1 s2]. unfold couple_key. cbn [fst snd].
  destruct (Nat.ltb p1 q1), (Nat.ltb r1 s1); intros E; injection E as -> -> -> ->; auto.
Qed.

Lemma couple_key_sym p q : fst p <> fst q -> couple_key (p, q) = couple_key (q, p).
Proof.
  intros Ne. unfold couple_key. destruct (Nat.ltb_spec (fst p) (fst q)), (Nat.ltb_spec (fst q) (fst p)); auto; lia.
Qed.

(** ** Stars *)

Definition stars_map := LM.t (NM.t Z * NM.t Z * Z).

Section Walk.

Variables m n : nat.

(** The tables of each star, and the sum of all their entries. *)
Definition add_star (star : (nat * nat) * (table * table)) (so_far : option stars_map) : option stars_map :=
  let '(p, (r, s)) := star in
  match so_far with
  | Some M =>
      if Nat.ltb (fst p) m && Nat.ltb (snd p) n && negb (has (pkey p) M)
      then match build m r, build n s with
           | Some a, Some b => Some (LM.add (pkey p) (a, b, tsum snd r + tsum snd s) M)
           | _, _ => None
           end
      else None
  | None => None
  end.

Definition build_stars : list ((nat * nat) * (table * table)) -> option stars_map :=
  tfold_right add_star (Some (LM.empty _)).

Definition star_fits (ss : list ((nat * nat) * (table * table))) (M : stars_map) (p : nat * nat) : Prop :=
  match LM.find (pkey p) M with
  | Some (a, b, z) =>
      (forall k, at_index a k = entry (fst (star ss p)) k) /\
      (forall l, at_index b l = entry (snd (star ss p)) l) /\
      z = zsum (entry (fst (star ss p))) (seq 0 m) + zsum (entry (snd (star ss p))) (seq 0 n)
  | None => star ss p = ([], [])
  end.

Lemma build_stars_ok ss : forall M, build_stars ss = Some M -> forall p, star_fits ss M p.
Proof.
  unfold build_stars. rewrite tfold_right_eq.
  induction ss as [|[q [r s]] ss IH]; cbn [fold_right add_star]; rewrite ?tsum_eq; intros M E p.
  - injection E as <-. unfold star_fits. rewrite LF.empty_o. reflexivity.
  - destruct (fold_right add_star _ ss) as [M'|]; [|discriminate]. specialize (IH M' eq_refl p).
    match type of E with (if ?c then _ else _) = _ => destruct c eqn:T; [|discriminate] end.
    clear T.
    destruct (build m r) as [a|] eqn:Br; [|discriminate]. destruct (build n s) as [b|] eqn:Bs; [|discriminate].
    injection E as <-. unfold star_fits. cbn [star]. rewrite LM_add.
    destruct (pair_dec q p) as [->|Ne].
    + cbn [fst snd]. destruct (Key.eq_dec (pkey p) (pkey p)) as [_|Ne]; [|tauto].
      split; [intros k; apply (build_entry m), Br | split; [intros l; apply (build_entry n), Bs|]].
      rewrite !table_sum; [reflexivity | apply (build_tableb n s b Bs) | apply (build_tableb m r a Br)].
    + destruct (Key.eq_dec (pkey q) (pkey p)) as [K|_]; [apply pkey_inj in K; contradiction | exact IH].
Qed.

Definition share_of (M : stars_map) (p q : nat * nat) : Z :=
  match LM.find (pkey p) M with Some (a, b, _) => at_index a (fst q) + at_index b (snd q) | None => 0 end.

Definition paid_by (M : stars_map) (p : nat * nat) : Z :=
  match LM.find (pkey p) M with Some (_, _, z) => z | None => 0 end.

Lemma share_of_ok d M p q : build_stars (stars d) = Some M -> share_of M p q = star_r d p (fst q) + star_s d p (snd q).
Proof.
  intros E. pose proof (build_stars_ok _ _ E p) as F. unfold star_fits in F. unfold share_of, star_r, star_s.
  destruct (LM.find (pkey p) M) as [[[a b] z]|].
  - destruct F as (Fa & Fb & _). rewrite Fa, Fb. reflexivity.
  - rewrite F. reflexivity.
Qed.

Lemma paid_by_ok d M p :
  build_stars (stars d) = Some M -> paid_by M p = zsum (star_r d p) (seq 0 m) + zsum (star_s d p) (seq 0 n).
Proof.
  intros E. pose proof (build_stars_ok _ _ E p) as F. unfold star_fits in F. unfold paid_by, star_r, star_s.
  destruct (LM.find (pkey p) M) as [[[a b] z]|].
  - apply F.
  - rewrite F. simpl. rewrite !zsum_0. reflexivity.
Qed.

(** ** States *)

Record state := {
  chosen : align;                                        (* the forced pairs *)
  alive : list ((nat * nat) * Z);                        (* the live pairs, and what each matches alone *)
  matching : list (((nat * nat) * (nat * nat)) * Z);     (* two live pairs, and what they match together *)
  needed_rows : list nat;
  needed_columns : list nat;
  row_set : NM.t unit;
  column_set : NM.t unit;
  load : Z }.                                            (* how many pairs were forced or forbidden, and lines required *)

(** Without the pairs of the test. *)
Definition drop (test : nat * nat -> bool) (more : Z) (S : state) : state :=
  let gone := existsb test (chosen S) in {|
  chosen := chosen S;
  alive := if gone then [] else tfilter (fun e => negb (test (fst e))) (alive S);
  matching := if gone then [] else tfilter (fun c => negb (test (fst (fst c))) && negb (test (snd (fst c)))) (matching S);
  needed_rows := needed_rows S;
  needed_columns := needed_columns S;
  row_set := row_set S;
  column_set := column_set S;
  load := load S + more |}.

(** With [p], and so without all pairs that compete with it. *)
Definition take (p : nat * nat) (S : state) : state :=
  let here := existsb (fun e => pair_eqb p (fst e)) (alive S) in {|
  chosen := p :: chosen S;
  alive := if here then tfilter (fun e => compatibleb p (fst e)) (alive S) else [];
  matching :=
    if here then tfilter (fun c => compatibleb p (fst (fst c)) && compatibleb p (snd (fst c))) (matching S) else [];
  needed_rows := fst p :: needed_rows S;
  needed_columns := snd p :: needed_columns S;
  row_set := insert (fst p) (row_set S);
  column_set := insert (snd p) (column_set S);
  load := load S + 3 |}.

(** What is required besides. *)
Definition require (is js : list nat) (S : state) : state := {|
  chosen := chosen S;
  alive := alive S;
  matching := matching S;
  needed_rows := tapp is (needed_rows S);
  needed_columns := tapp js (needed_columns S);
  row_set := insert_all is (row_set S);
  column_set := insert_all js (column_set S);
  load := load S + tlength is + tlength js |}.

(** A state to come: as it is, or without a pair; the second is computed when its turn has come. *)
Inductive waiting := Here (S : state) | Without (p : nat * nat) (S : state).

Definition enter (w : waiting) : state :=
  match w with Here st => st | Without p st => drop (pair_eqb p) 1 st end.

(** ** One node *)

Definition total_dual (d : duals) : Z := tsum snd (rows d) + tsum snd (columns d) + tsum fst (cliques d).

(** *** Cliques *)

(** What they pay, by couples. *)
Definition clique_map (d : duals) : LM.t Z :=
  snd (gather couple_key (tflat_map (fun k => tmap (fun c => (c, fst k)) (snd k)) (cliques d))).

Definition cliques_pay_in (C : LM.t Z) (p q : nat * nat) : Z :=
  match LM.find (couple_key (p, q)) C with Some z => z | None => 0 end.

(** Couples of one line only are never asked for, but for those that are one pair. *)
Lemma clique_map_ok d p q : fst p <> fst q \/ p = q -> cliques_pay_in (clique_map d) p q = cliques_pay d p q.
Proof.
  intros Apart. unfold cliques_pay_in, clique_map, cliques_pay.
  assert (Same : tflat_map (fun k => tmap (fun c => (c, fst k)) (snd k)) (cliques d) = in_cliques (cliques d)).
  { rewrite tflat_map_eq. unfold in_cliques. apply flat_map_ext. intros k. apply tmap_eq. }
  rewrite Same.
  transitivity (total_of couple_key (couple_key (p, q)) (in_cliques (cliques d))).
  - pose proof (gather_find couple_key (in_cliques (cliques d)) (couple_key (p, q))) as F.
    destruct (LM.find (couple_key (p, q)) _) as [z|]; [apply F|]. symmetry. apply zsum_zero. intros e He.
    destruct (Key.eq_dec _ _) as [E|_]; [|reflexivity]. exfalso. exact (F e He E).
  - apply zsum_ext. intros [[a b] z] _. cbn [fst snd]. unfold joined. cbn [fst snd].
    assert (Back : couple_key (q, p) = couple_key (p, q)).
    { destruct Apart as [Ne|<-]; [symmetry; apply couple_key_sym, Ne | reflexivity]. }
    destruct (Key.eq_dec (couple_key (a, b)) (couple_key (p, q))) as [E|Ne].
    + apply couple_key_inj in E. destruct E as [E|E]; injection E as -> ->.
      * destruct (pair_dec p p); [|tauto]. destruct (pair_dec q q); [reflexivity | tauto].
      * destruct (pair_dec p p); [|tauto]. destruct (pair_dec q q); [|tauto]. rewrite orb_true_r. reflexivity.
    + assert (N1 : ~ (a = p /\ b = q)) by (intros [-> ->]; tauto).
      assert (N2 : ~ (a = q /\ b = p)) by (intros [-> ->]; tauto).
      destruct (pair_dec a p), (pair_dec b q), (pair_dec a q), (pair_dec b p); cbn [orb]; tauto.
Qed.

(** How many looks it takes to compare the couples of each. *)
Definition looks_at_cliques (d : duals) : Z :=
  tsum (fun k => let couples := tlength (snd k) in couples * couples) (cliques d).

(** *** Pairs that are not listed

    In a certificate only some pairs have stars; what the others pay follows from the weights and from what cliques
    pay.  [spelled] adds the stars of these others.  Nothing has to be proved of it: what it answers is tested as if it
    had been in the certificate. *)

Definition star_map_of (d : duals) : stars_map := match build_stars (stars d) with Some M => M | None => LM.empty _ end.

(** Who pays for what cliques leave of the match of two live pairs: the pair that pays, the row of the other one, and how
    much. *)
Definition payments (scale : Z) (C : LM.t Z) (M : stars_map) (earned : LM.t Z) (c : ((nat * nat) * (nat * nat)) * Z) :
    list (((nat * nat) * nat) * Z) :=
  let '((p, q), w) := c in
  let earns := fun x => match LM.find (pkey x) earned with Some u => u | None => 0 end in
  let whole := scale * w - cliques_pay_in C p q in
  let rest := Z.max 0 (whole - share_of M p q - share_of M q p) in
  if whole <=? 0 then [] else
  match has (pkey p) M, has (pkey q) M with
  | true, true => []
  | true, false => [((q, fst p), rest)]
  | false, true => [((p, fst q), rest)]
  | false, false =>
      match earns p ?= earns q with
      | Lt => [((p, fst q), whole)]
      | Gt => [((q, fst p), whole)]
      | Eq => let half := (whole + 1) / 2 in [((p, fst q), half); ((q, fst p), half)]
      end
  end.

Definition payment_key (x : (nat * nat) * nat) : Key.t := [fst (fst x); snd (fst x); snd x].

Definition spelled (S : state) (d : duals) : duals :=
  let M := star_map_of d in
  let earned := tfold_right (fun e s => LM.add (pkey (fst e)) (snd e) s) (LM.empty Z) (alive S) in
  let paid := totals payment_key (tflat_map (payments (D d) (clique_map d) M earned) (matching S)) in
  let by_payer := index (fun e => pkey (fst (fst e))) paid in
  let others := tflat_map (fun e =>
    match e with
    | ([i; j], l) => [((i, j), (tmap (fun x => (snd (fst x), snd x)) l, []))]
    | _ => []
    end) (LM.elements by_payer) in
  {| D := D d; stars := tapp (stars d) others; rows := rows d; columns := columns d; cliques := cliques d |}.

(** The signs of a star; where they may be negative, only those of lines that are required, and not of the pair itself. *)
Definition signs (full : bool) (S : state) (star : (nat * nat) * (table * table)) : bool :=
  let '(p, (r, s)) := star in
  if full
  then forallb (fun e => (0 <=? snd e) || (nhas (fst e) (row_set S) && negb (Nat.eqb (fst e) (fst p)))) r
       && forallb (fun e => (0 <=? snd e) || (nhas (fst e) (column_set S) && negb (Nat.eqb (fst e) (snd p)))) s
  else nonnegb r && nonnegb s.

(** *** Couples that match nothing

    Where duals of stars may be negative, these have to be paid for, too.  Only those need a look in which a dual is. *)

Definition row_key (e : (nat * nat) * Z) : Key.t := [fst (fst e)].
Definition column_key (e : (nat * nat) * Z) : Key.t := [snd (fst e)].
Definition key_set (l : list ((nat * nat) * Z)) : LM.t unit := tfold_right (fun e s => LM.add (pkey (fst e)) tt s) (LM.empty unit) l.

Definition settle (M : stars_map) (p q : nat * nat) : bool :=
  Nat.eqb (fst p) (fst q) || Nat.eqb (snd p) (snd q) || (0 <=? share_of M p q + share_of M q p).

Definition all_settle (S : state) (M : stars_map) (d : duals) : bool :=
  let here := key_set (alive S) in
  let in_rows := index row_key (alive S) in
  let in_columns := index column_key (alive S) in
  forallb (fun star => let '(p, (r, s)) := star in
    if has (pkey p) here
    then forallb (fun e => (0 <=? snd e) || forallb (fun x => settle M p (fst x)) (get [fst e] in_rows)) r
         && forallb (fun e => (0 <=? snd e) || forallb (fun x => settle M p (fst x)) (get [fst e] in_columns)) s
    else true) (stars d).

(** (I1) to (I3), and (I5); the slacks of the live pairs. *)
Definition slacks (full : bool) (S : state) (d : duals) : outcome (list ((nat * nat) * Z)) :=
  demand (1 <=? D d) "(I1) D is 0"
  (bind (found (build m (rows d)) "a row is given twice or is out of range") (fun a =>
   bind (found (build n (columns d)) "a column is given twice or is out of range") (fun b =>
   bind (found (build_stars (stars d)) "(I1) a star is given twice, or has an index out of range") (fun M =>
   demand (forallb (signs full S) (stars d)) "(I1) a number of a star is negative"
   (demand (forallb (fun e => (0 <=? snd e) || nhas (fst e) (row_set S)) (rows d)) "(I1) the dual of a row is negative"
   (demand (forallb (fun e => (0 <=? snd e) || nhas (fst e) (column_set S)) (columns d))
      "(I1) the dual of a column is negative"
   (demand (forallb (fun k => (0 <=? fst k) && pairwise rivalsb (snd k)) (cliques d))
      "(I5) two couples of a clique do not compete, or its dual is negative"
   (let C := clique_map d in
    demand (forallb (fun c => let '((p, q), w) := c in
                     D d * w - cliques_pay_in C p q <=? share_of M p q + share_of M q p) (matching S)
            && (negb full || all_settle S M d))
      "(I2) fails"
   (let rest := tmap (fun e => (fst e, at_index a (fst (fst e)) + at_index b (snd (fst e))
                                      - (D d * snd e - cliques_pay_in C (fst e) (fst e) + paid_by M (fst e)))) (alive S) in
    demand (forallb (fun e => 0 <=? snd e) rest) "(I3) fails" (Ok rest)))))))))).

(** ** Symmetries *)

(** Each number with its position, the last one first. *)
Definition numbered (l : list nat) : list (nat * nat) * nat :=
  fold_left (fun (so_far : list (nat * nat) * nat) x => let (done, k) := so_far in ((x, k) :: done, S k)) l ([], 0%nat).

(** The positions of all numbers below [size] in a list that has each of them once. *)
Definition places (size : nat) (l : list nat) : option (NM.t nat) :=
  if tlength l =? Z.of_nat size then build size (fst (numbered l)) else None.

Definition place_of (m : NM.t nat) (i : nat) : nat := match NM.find i m with Some k => k | None => 0%nat end.

(** ** Lines that can be covered *)

(** Each once. *)
Definition once (l : list nat) : list nat :=
  fst (fold_left (fun (so_far : list nat * NM.t unit) x =>
    let (done, set) := so_far in if nhas x set then so_far else (x :: done, insert x set)) l ([], NM.empty unit)).

(** The rows that pass the test [coverb] of Certificate.v, among those that have pairs. *)
Definition coverable_rows (pairs : list ((nat * nat) * Z)) : list nat :=
  let in_rows := index row_key pairs in
  let in_columns := index column_key pairs in
  tfilter (fun i =>
    let cs := once (tmap (fun e => snd (fst e)) (get [i] in_rows)) in
    let rs := once (tfilter (fun k => negb (Nat.eqb k i))
                      (tflat_map (fun j => tmap (fun e => fst (fst e)) (get [j] in_columns)) cs)) in
    tlength rs <? tlength cs) (once (tmap (fun e => fst (fst e)) pairs)).

Definition swapped (pairs : list ((nat * nat) * Z)) : list ((nat * nat) * Z) := tmap (fun e => (swap (fst e), snd e)) pairs.

(** How many looks that takes, of rows and of columns: the squares of how many pairs each line has. *)
Definition looks_at_lines (pairs : list ((nat * nat) * Z)) : Z :=
  let squares := fun key => tsum (fun e => snd e * snd e) (totals key (tmap (fun e => (e, 1)) pairs)) in
  squares row_key + squares column_key.

Section Values.

Variable U : nat * nat -> Z.
Variable W : nat * nat -> nat * nat -> Z.
Variable unary : own_weights.                (* of the root *)
Variable binary : couple_weights.
Variables claim step : Z.
Variable candidate : nat * nat -> bool.      (* whether a pair has weight; soundness does not need it *)
Variable weights : Z.                        (* how many weights there are *)
Variable room : Z.                           (* how many numbers may be kept besides *)
Variable spell : state -> duals -> duals.    (* [spelled], or nothing; soundness does not need it *)
Local Notation P := (map fst unary).

Definition bar (d : duals) : Z := D d * claim + D d * step - 1.

(** The state after a fix. *)
Definition tighten (S : state) (d : duals) (rest : list ((nat * nat) * Z)) : state :=
  let total := total_dual d in
  let bar := bar d in
  let dead := tfilter (fun e => total - snd e <=? bar) rest in
  let set := key_set dead in
  (* without zeros: a line of no dual would be required just where a leaf would do *)
  let listed := fun t : table => tmap fst (tfilter (fun e => negb (snd e =? 0) && (total - snd e <=? bar)) t) in
  require (listed (rows d)) (listed (columns d))
    (drop (fun p => has (pkey p) set) (tlength dead) S).

Definition uncovered (lines : list nat) (met : list nat) : bool :=
  let set := insert_all met (NM.empty unit) in existsb (fun i => negb (nhas i set)) lines.

Definition is_empty (S : state) : bool :=
  uncovered (needed_rows S) (tmap (fun e => fst (fst e)) (alive S))
  || uncovered (needed_columns S) (tmap (fun e => snd (fst e)) (alive S)).

(** Whether each weight is found again where it comes from. *)
Definition weights_kept (hs ht : nat -> nat) : bool :=
  let back := from hs ht in
  let own := tfold_right (fun e s => LM.add (pkey (fst e)) (snd e) s) (LM.empty Z) unary in
  let both := tfold_right (fun c s => LM.add (couple_key (fst c)) (snd c) s) (LM.empty Z) binary in
  let is := fun (found : option Z) x => match found with Some y => x =? y | None => false end in
  forallb (fun e => is (LM.find (pkey (back (fst e))) own) (snd e)) unary
  && forallb (fun c => is (LM.find (couple_key (back (fst (fst c)), back (snd (fst c)))) both) (snd c)) binary.

(** The same of forced pairs. *)
Definition forced_kept (hs ht : nat -> nat) (S : state) : bool :=
  let forced := tfold_right (fun p s => LM.add (pkey p) tt s) (LM.empty unit) (chosen S) in
  forallb (fun p => has (pkey (from hs ht p)) forced) (chosen S).

(** Without the live pairs that do not come from live pairs. *)
Definition turn (hs ht : nat -> nat) (S : state) : state :=
  let here := key_set (alive S) in
  let dead := fun p => negb (has (pkey (from hs ht p)) here) in
  drop dead (tlength (tfilter (fun e => dead (fst e)) (alive S))) S.

(** Permutations that keep all weights, by both lists as one: where rows and where columns come from; and how many they
    are.  That is a property of no node, and many nodes may have the same.  So is what is wanted where all is, once asked for. *)
Record known := { symmetries : LM.t (NM.t nat * NM.t nat); number_known : Z; all_wanted : option wanted }.

Definition none_known : known := {| symmetries := LM.empty _; number_known := 0; all_wanted := None |}.

Definition recall (s t : list nat) (K : known) : option (NM.t nat * NM.t nat) :=
  if (tlength s =? Z.of_nat m) && (tlength t =? Z.of_nat n) then LM.find (tapp s t) (symmetries K) else None.

(** As far as there is room. *)
Definition learn (s t : list nat) (at_ : NM.t nat * NM.t nat) (K : known) : known :=
  let number := number_known K + 1 in
  if number * (Z.of_nat m + Z.of_nat n) <=? room
  then {| symmetries := LM.add (tapp s t) at_ (symmetries K); number_known := number; all_wanted := all_wanted K |}
  else K.

Definition looked_at (s t : list nat) : outcome (NM.t nat * NM.t nat) :=
  bind (found (places m s) "not a permutation of the rows") (fun hs =>
  bind (found (places n t) "not a permutation of the columns") (fun ht =>
  demand (weights_kept (place_of hs) (place_of ht)) "symmetry: a weight is not that of its image" (Ok (hs, ht)))).

(** The state after a symmetry, and what is known then, beside the looks that are left. *)
Definition symmetry (s t : list nat) (S : state) (K : known) (work : Z) : outcome (state * known * Z) :=
  let old := recall s t K in
  let work := work - load S - match old with Some _ => Z.of_nat m + Z.of_nat n | None => weights end in
  demand (0 <=? work) "more work than the limit allows"
  (bind (match old with
         | Some at_ => Ok (at_, K)
         | None => bind (looked_at s t) (fun at_ => Ok (at_, learn s t at_ K))
         end) (fun found => let '((hs, ht), K) := found in
   demand (forced_kept (place_of hs) (place_of ht) S) "symmetry: the forced pairs are not mapped onto themselves"
   (Ok (turn (place_of hs) (place_of ht) S, K, work)))).

Definition at_node {T} (number : Z) (a : outcome T) : outcome T :=
  match a with Ok x => Ok x | No _ why => No (Some number) why end.

Definition spend (S : state) (work : Z) : Z := work - weights - load S.

(** Where no match of two pairs is looked at. *)
Definition spend_on_pairs (S : state) (work : Z) : Z := work - tlength unary - load S.

(** A leaf or a fix: how many looks are left, and the slacks.  The couples of a clique are compared with each other.  Where
    couples that match nothing may need a look, as if all live pairs and all lines were looked at for each live pair. *)
Definition pay (full : bool) (number : Z) (S : state) (d : duals) (work : Z) : outcome (Z * list ((nat * nat) * Z)) :=
  let live := tlength (alive S) in
  let lines := Z.of_nat m + Z.of_nat n in
  let work := spend S work - looks_at_cliques d in
  let work := if full then work - live * (live + lines) else work in
  at_node number
    (demand (0 <=? work) "more work than the limit allows"
    (demand (negb full || (live * lines <=? room)) "a table of live pairs and lines is too large"
    (bind (slacks full S d) (fun rests => Ok (work, rests))))).

(** Whether a row is left nothing where all is wanted that rows can earn; what is known then, and the looks that are left. *)
Definition lack (S : state) (K : known) (work : Z) : outcome (known * Z) :=
  let work := spend_on_pairs S work - match all_wanted K with Some _ => 0 | None => weights end in
  demand (0 <=? work) "more work than the limit allows"
  (let X := match all_wanted K with Some X => X | None => wanted_of unary binary end in
   demand (is_nonneg X && (all_most X <=? claim + step)) "(L1) fails"
   (let (lacks, work) := is_lacking X unary (alive S) work in
    demand (0 <=? work) "more work than the limit allows"
    (demand lacks "(L2) fails: no row or column is missing"
    (Ok ({| symmetries := symmetries K; number_known := number_known K; all_wanted := Some X |}, work))))).

(** One node: the states that wait then, [below] among them, which symmetries are known, and how many looks are left of
    [work]. *)
Definition visit (node : proof_node) (number : Z) (w : waiting) (below : list waiting) (K : known) (work : Z) :
    outcome (list waiting * known * Z) :=
  let S := enter w in
  let leaf := fun full d =>
    bind (pay full number S d work) (fun found => let (work, _) := found in
      if total_dual d <=? bar d then Ok (below, K, work) else No (Some number) "(I4) fails") in
  let fix_ := fun full d =>
    bind (pay full number S d work) (fun found => let (work, rests) := found in
      Ok (Here (tighten S d rests) :: below, K, work)) in
  match node with
  | BranchStep p =>
      if candidate p then Ok (Here (take p S) :: Without p S :: below, K, work)
      else No (Some number) "(C3) branch on a pair without weight"
  | EmptyStep =>
      let work := spend_on_pairs S work in
      if 0 <=? work
      then if is_empty S then Ok (below, K, work) else No (Some number) "this node is not empty"
      else No (Some number) "more work than the limit allows"
  | LeafStep d => leaf false (spell S d)
  | FixStep d => fix_ false (spell S d)
  | FullStep d => leaf true d
  | FullFixStep d => fix_ true d
  | SymmetryStep s t =>
      bind (at_node number (symmetry s t S K work)) (fun found => let '(next, K, work) := found in
        Ok (Here next :: below, K, work))
  | CoverStep =>
      if number =? 0
      then let work := spend S work - looks_at_lines unary in
           if 0 <=? work
           then Ok (Here (require (coverable_rows unary) (coverable_rows (swapped unary)) S) :: below, K, work)
           else No (Some number) "more work than the limit allows"
      else No (Some number) "cover is not the first node"
  | LackStep =>
      bind (at_node number (lack S K work)) (fun found => let (K, work) := found in Ok (below, K, work))
  end.

(** What is left of the work where it holds for each node by itself, or for all. *)
Variable again : option Z.

Definition renewed (work : Z) : Z := match again with Some whole => whole | None => work end.

(** One node after the other; [work] says how many looks are left. *)
Fixpoint follow (nodes : list proof_node) (number : Z) (stack : list waiting) (K : known) (work : Z) : outcome unit :=
  match nodes with
  | [] => match stack with [] => Ok tt | _ => No None "the proof has ended, but nodes are missing" end
  | node :: rest =>
      match stack with
      | [] => No (Some number) "the tree has ended before it"
      | w :: below =>
          match visit node number w below K work with
          | Ok (stack, K, work) => follow rest (number + 1) stack K (renewed work)
          | No k why => No k why
          end
      end
  end.

(** ** Soundness *)

Hypothesis Weigh : weigh m n U W unary binary.
Hypothesis step_claim : (step | claim).
Hypothesis step_U : forall p, (step | U p).
Hypothesis step_W : forall p q, (step | W p q).

(** The state says the truth about weights. *)
Definition good (S : state) : Prop :=
  (forall p u, In (p, u) (alive S) -> u = U p) /\
  (forall p q w, In ((p, q), w) (matching S) -> w = W p q) /\
  (forall p q, In p (map fst (alive S)) -> In q (map fst (alive S)) -> 0 < W p q ->
     exists w, In ((p, q), w) (matching S) \/ (In ((q, p), w) (matching S) /\ W q p = W p q)) /\
  (forall i, nhas i (row_set S) = true -> In i (needed_rows S)) /\
  (forall j, nhas j (column_set S) = true -> In j (needed_columns S)).

Definition inside (S : state) (phi : align) : Prop :=
  (forall p, In p (chosen S) -> In p phi) /\
  (forall p, In p phi -> In p (map fst (alive S))) /\
  (forall i, In i (needed_rows S) -> In i (map fst phi)) /\
  (forall j, In j (needed_columns S) -> In j (map snd phi)).

Lemma in_filter_fst {T V} (f : T -> bool) (l : list (T * V)) x :
  In x (map fst (filter (fun e => f (fst e)) l)) <-> In x (map fst l) /\ f x = true.
Proof.
  rewrite !in_map_iff. split.
  - intros (e & <- & H). apply filter_In in H. split; [exists e|]; tauto.
  - intros [(e & <- & H) Hf]. exists e. split; [reflexivity|]. apply filter_In. auto.
Qed.

Lemma good_drop test more S : good S -> good (drop test more S).
Proof.
  intros (GU & GW & GC & GR & GL). unfold drop. rewrite !tfilter_eq. destruct (existsb test (chosen S)).
  - split; [|split; [|split]]; simpl; auto; tauto.
  - split; [|split; [|split]]; simpl; auto.
    + intros p u H. apply filter_In in H. apply GU, H.
    + intros p q w H. apply filter_In in H. apply GW, H.
    + intros p q Hp Hq Pos.
      apply (in_filter_fst (fun p => negb (test p))) in Hp, Hq. destruct Hp as [Hp Tp], Hq as [Hq Tq].
      destruct (GC p q Hp Hq Pos) as (w & [H|[H E]]); exists w; [left | right; split; [|exact E]];
        apply filter_In; split; auto; simpl; rewrite Tp, Tq; reflexivity.
Qed.

Lemma good_take p S : good S -> good (take p S).
Proof.
  intros (GU & GW & GC & GR & GL). unfold take. rewrite !tfilter_eq.
  assert (Rows : forall i, nhas i (insert (fst p) (row_set S)) = true -> In i (fst p :: needed_rows S)).
  { intros i H. apply nhas_insert in H. simpl. destruct H; auto. }
  assert (Columns : forall j, nhas j (insert (snd p) (column_set S)) = true -> In j (snd p :: needed_columns S)).
  { intros j H. apply nhas_insert in H. simpl. destruct H; auto. }
  destruct (existsb _ (alive S)).
  - split; [|split; [|split]]; simpl; auto.
    + intros q u H. apply filter_In in H. apply GU, H.
    + intros q r w H. apply filter_In in H. apply GW, H.
    + intros q r Hq Hr Pos.
      apply (in_filter_fst (compatibleb p)) in Hq, Hr. destruct Hq as [Hq Tq], Hr as [Hr Tr].
      destruct (GC q r Hq Hr Pos) as (w & [H|[H E]]); exists w; [left | right; split; [|exact E]];
        apply filter_In; split; auto; simpl; rewrite Tq, Tr; reflexivity.
  - split; [|split; [|split]]; simpl; auto; tauto.
Qed.

Lemma good_require is js S : good S -> good (require is js S).
Proof.
  intros (GU & GW & GC & GR & GL). unfold require. rewrite !tapp_eq. split; [|split; [|split]]; simpl; auto.
  split; intros k H; apply nhas_insert_all in H; apply in_app_iff; intuition.
Qed.


Lemma inside_drop test more S phi :
  inside S phi -> (forall p, In p phi -> test p = false) -> inside (drop test more S) phi.
Proof.
  intros (IC & IA & IR & IJ) None. unfold drop. rewrite !tfilter_eq. destruct (existsb test (chosen S)) eqn:G.
  - exfalso. apply existsb_exists in G. destruct G as (p & Hp & T). apply IC, None in Hp. congruence.
  - repeat split; simpl; auto. intros p Hp. apply (in_filter_fst (fun p => negb (test p))).
    split; [auto | rewrite (None p Hp); reflexivity].
Qed.

Lemma inside_take p S phi : pinj phi -> inside S phi -> In p phi -> inside (take p S) phi.
Proof.
  intros PI (IC & IA & IR & IJ) Hp. unfold take. rewrite !tfilter_eq.
  assert (H : existsb (fun e => pair_eqb p (fst e)) (alive S) = true).
  { apply existsb_exists. specialize (IA p Hp). apply in_map_iff in IA. destruct IA as (e & E & He).
    exists e. split; [exact He | apply pair_eqb_iff; auto]. }
  rewrite H. repeat split; simpl.
  - intros q [<-|Hq]; auto.
  - intros q Hq. apply (in_filter_fst (compatibleb p)). split; [auto|].
    apply compatibleb_iff, (pinj_compatible phi); assumption.
  - intros i [<-|Hi]; auto. apply in_map, Hp.
  - intros j [<-|Hj]; auto. apply in_map, Hp.
Qed.

(** The node of Certificate.v that a state stands for. *)
Definition node_of (S : state) : node := {|
  forced := chosen S;
  forbidden := filter (fun p => negb (mem pair_dec p (map fst (alive S)))) P;
  required_rows := needed_rows S;
  required_columns := needed_columns S |}.

Lemma P_inside p : In p P -> (fst p < m)%nat /\ (snd p < n)%nat.
Proof. apply (weigh_inside Weigh). Qed.

Lemma node_live S p : In p (live P (node_of S)) -> In p (map fst (alive S)).
Proof.
  intros H. apply (in_live 0 U W) in H. destruct H as (_ & Hp & Out & _).
  destruct (in_dec pair_dec p (map fst (alive S))) as [K|K]; [exact K|].
  exfalso. apply Out. simpl. apply filter_In. split; [exact Hp | apply mem_false_iff, K].
Qed.

Lemma inside_node S phi : inside S phi -> in_node phi (node_of S).
Proof.
  intros (IC & IA & IR & IJ). repeat split; simpl; auto.
  intros p H K. apply filter_In in H. destruct H as [_ H]. apply mem_false_iff in H. apply H, IA, K.
Qed.

Lemma node_inside S phi : incl phi P -> in_node phi (node_of S) -> inside S phi.
Proof.
  intros Sub (HF & HX & HR & HC). repeat split; simpl in *; auto.
  intros p Hp. destruct (in_dec pair_dec p (map fst (alive S))) as [K|K]; [exact K|].
  exfalso. apply (HX p); [|exact Hp]. apply filter_In. split; [apply Sub, Hp | apply mem_false_iff, K].
Qed.

(** What holds in each state: an alignment with its forced pairs that is not inside is worth no more than the claim. *)
Definition beyond (S : state) : Prop := excluded U W P claim (node_of S).

(** What is proved of it: no alignment with its forced pairs is worth more. *)
Definition bounded (S : state) : Prop := settled U W P claim (node_of S).

Lemma bounded_if S :
  beyond S -> (forall phi, pinj phi -> incl phi P -> inside S phi -> value U W phi <= claim) -> bounded S.
Proof.
  intros B Within. apply settled_if; [exact B|]. intros phi PI Sub _ Here. apply Within; auto using node_inside.
Qed.

(** A state below another one. *)
Lemma beyond_if S T :
  beyond S -> incl (chosen S) (chosen T) ->
  (forall phi, pinj phi -> incl phi P -> whole P phi -> incl (chosen T) phi -> inside S phi ->
     inside T phi \/ value U W phi <= claim) -> beyond T.
Proof.
  intros B Less Down phi PI Sub Wh Has Out. destruct (Z_le_gt_dec (value U W phi) claim) as [Le|Gt]; [exact Le|].
  apply B; auto.
  - intros p Hp. apply Has, Less, Hp.
  - intros Here. apply node_inside in Here; [|exact Sub]. assert (K : inside T phi \/ value U W phi <= claim) by (apply Down; auto).
    destruct K as [K|K]; [apply Out, inside_node, K | lia].
Qed.

Lemma key_set_iff l p : has (pkey p) (key_set l) = true <-> In p (map fst l).
Proof.
  unfold key_set. rewrite tfold_right_eq. induction l as [|[q x] l IH]; cbn [fold_right map In fst].
  - unfold has. rewrite LF.empty_o. split; [discriminate | tauto].
  - unfold has in *. rewrite LM_add. destruct (Key.eq_dec (pkey q) (pkey p)) as [E|E].
    + apply pkey_inj in E. split; auto.
    + rewrite IH. split; [auto|]. intros [->|H]; [tauto | exact H].
Qed.

Lemma entry_listed (t : table) k : entry t k < 0 -> In (k, entry t k) t.
Proof.
  induction t as [|[i x] t IH]; cbn [entry]; [lia|]. destruct (Nat.eqb_spec i k) as [->|_]; simpl; auto.
Qed.

(** A couple with a negative dual is looked at. *)
Lemma settled_couple S M d p q :
  all_settle S M d = true -> build_stars (stars d) = Some M ->
  In p (map fst (alive S)) -> In q (map fst (alive S)) -> fst p <> fst q -> snd p <> snd q ->
  star_r d p (fst q) < 0 \/ star_s d p (snd q) < 0 -> 0 <= share_of M p q + share_of M q p.
Proof.
  unfold all_settle. cbv zeta. rewrite forallb_forall. intros All BM Hp Hq Nr Nc Neg.
  assert (Listed : In (p, star (stars d) p) (stars d)).
  { destruct (star_in d p) as [E|H]; [|exact H]. exfalso. unfold star_r, star_s in Neg. rewrite E in Neg. simpl in Neg. lia. }
  specialize (All _ Listed). destruct (star (stars d) p) as [r s] eqn:Es.
  apply key_set_iff in Hp. rewrite Hp in All. apply andb_true_iff in All. rewrite !forallb_forall in All.
  assert (Settle : settle M p q = true -> 0 <= share_of M p q + share_of M q p).
  { unfold settle. apply Nat.eqb_neq in Nr, Nc. rewrite Nr, Nc. apply Z.leb_le. }
  unfold star_r, star_s in Neg. rewrite Es in Neg. cbn [fst snd] in Neg.
  apply Settle. apply in_map_iff in Hq. destruct Hq as (e & <- & Hq). destruct All as [Ar Ac], Neg as [Neg|Neg].
  - specialize (Ar _ (entry_listed _ _ Neg)). cbn [fst snd] in Ar. apply orb_true_iff in Ar. rewrite Z.leb_le in Ar.
    destruct Ar as [Ar|Ar]; [lia|]. rewrite forallb_forall in Ar. apply Ar. rewrite get_index. apply filter_In.
    split; [exact Hq | apply key_is_iff; reflexivity].
  - specialize (Ac _ (entry_listed _ _ Neg)). cbn [fst snd] in Ac. apply orb_true_iff in Ac. rewrite Z.leb_le in Ac.
    destruct Ac as [Ac|Ac]; [lia|]. rewrite forallb_forall in Ac. apply Ac. rewrite get_index. apply filter_In.
    split; [exact Hq | apply key_is_iff; reflexivity].
Qed.

Lemma signs_ok full S d p :
  good S -> forallb (signs full S) (stars d) = true ->
  (forall k, (0 <= star_r d p k) \/ (full = true /\ In k (needed_rows S) /\ k <> fst p)) /\
  (forall l, (0 <= star_s d p l) \/ (full = true /\ In l (needed_columns S) /\ l <> snd p)).
Proof.
  intros (_ & _ & _ & GR & GL) All. rewrite forallb_forall in All. unfold star_r, star_s.
  destruct (star_in d p) as [->|H]; [split; left; simpl; lia|]. specialize (All _ H). unfold signs in All.
  destruct (star (stars d) p) as [r s]. cbn [fst snd]. destruct full; apply andb_true_iff in All; destruct All as [Ar As].
  - rewrite forallb_forall in Ar, As. split; intros k.
    + apply (entry_sign (fun k => true = true /\ In k (needed_rows S) /\ k <> fst p)). intros e He.
      apply Ar, orb_true_iff in He. rewrite Z.leb_le, andb_true_iff, negb_true_iff, Nat.eqb_neq in He.
      destruct He as [He|[He Ne]]; auto.
    + apply (entry_sign (fun k => true = true /\ In k (needed_columns S) /\ k <> snd p)). intros e He.
      apply As, orb_true_iff in He. rewrite Z.leb_le, andb_true_iff, negb_true_iff, Nat.eqb_neq in He.
      destruct He as [He|[He Ne]]; auto.
  - split; intros k; left; apply nonnegb_entry; assumption.
Qed.

Lemma slacks_ok full S d rest :
  good S -> slacks full S d = Ok rest ->
  full_ok m n U W P (node_of S) d /\ total m n d = total_dual d /\
  tableb m (rows d) = true /\ tableb n (columns d) = true /\
  (forall p, In p (map fst rest) <-> In p (map fst (alive S))) /\
  (forall p x, In (p, x) rest -> x = slack m n U d p).
Proof.
  intros G. assert (Signs := signs_ok full S d). destruct G as (GU & GW & GC & GR & GL). unfold slacks. intros E.
  apply demand_ok in E. destruct E as [Pos E]. apply bind_ok in E. destruct E as (a & Ba & E). apply found_ok in Ba.
  apply bind_ok in E. destruct E as (b & Bb & E). apply found_ok in Bb.
  apply bind_ok in E. destruct E as (M & BM & E). apply found_ok in BM.
  apply demand_ok in E. destruct E as [Stars E].
  assert (Sg : forall p, _) by (intros p; apply (Signs p); [exact (conj GU (conj GW (conj GC (conj GR GL)))) | exact Stars]).
  clear Signs.
  apply demand_ok in E. destruct E as [Rows E]. apply demand_ok in E. destruct E as [Columns E].
  apply demand_ok in E. destruct E as [Apart E]. cbv zeta in E.
  assert (Cliques : I5 d) by apply I5b_ok, Apart.
  apply demand_ok in E. destruct E as [Paid E]. apply andb_true_iff in Paid. destruct Paid as [Paid Others].
  rewrite tmap_eq in E. apply demand_ok in E. destruct E as [Left E].
  injection E as <-. rewrite forallb_forall in Rows, Columns, Paid, Left.
  assert (Slack : forall p u, In (p, u) (alive S) ->
    at_index a (fst p) + at_index b (snd p) - (D d * u - cliques_pay_in (clique_map d) p p + paid_by M p) = slack m n U d p).
  { intros p u H. rewrite (GU p u H), (build_entry m _ _ _ Ba), (build_entry n _ _ _ Bb), (paid_by_ok d M p BM).
    rewrite clique_map_ok by auto. unfold slack, needed, own, dual_a, dual_b. lia. }
  assert (Ta := build_tableb m _ _ Ba). assert (Tb := build_tableb n _ _ Bb).
  assert (Sign : forall size (t : table) (set : NM.t unit) lines, tableb size t = true ->
    (forall e, In e t -> (0 <=? snd e) || nhas (fst e) set = true) ->
    (forall i, nhas i set = true -> In i lines) -> forall i, ~ In i lines -> 0 <= entry t i).
  { intros size t set lines _ All In' i Out. induction t as [|[k x] t IH]; simpl; [lia|].
    destruct (Nat.eqb_spec k i) as [->|_]; [|apply IH; intros e He; apply All; simpl; auto].
    specialize (All (i, x) (or_introl eq_refl)). simpl in All. apply orb_prop in All.
    destruct All as [All|All]; [apply Z.leb_le, All | exfalso; apply Out, In', All]. }
  split; [|split; [|split; [exact Ta | split; [exact Tb | split]]]].
  - split; [|split; [|split; [|exact Cliques]]].
    + split; [apply Z.leb_le, Pos|]. split; [|split; [|split]].
      * intros p k. destruct (proj1 (Sg p) k) as [K|(_ & K)]; auto.
      * intros p l. destruct (proj2 (Sg p) l) as [K|(_ & K)]; auto.
      * intros i _ Out. apply (Sign m _ (row_set S) (needed_rows S)); auto.
      * intros j _ Out. apply (Sign n _ (column_set S) (needed_columns S)); auto.
    + intros p q Hp Hq Nr Nc. apply node_live in Hp, Hq. destruct (Z_lt_le_dec 0 (W p q)) as [More|Le].
      * destruct (GC p q Hp Hq More) as (w & [H|[H Sym]]).
        -- assert (K := Paid _ H). simpl in K. apply Z.leb_le in K. rewrite (GW _ _ _ H) in K.
           rewrite !(share_of_ok d M), clique_map_ok in K by auto. unfold due. lia.
        -- assert (K := Paid _ H). simpl in K. apply Z.leb_le in K. rewrite (GW _ _ _ H), Sym in K.
           rewrite !(share_of_ok d M), clique_map_ok in K by auto. unfold due. rewrite cliques_pay_sym. lia.
      * assert (D d * W p q <= 0) by (apply Z.leb_le in Pos; apply Z.mul_nonneg_nonpos; lia).
        pose proof (cliques_pay_nonneg d p q Cliques). unfold due.
        rewrite <- !(share_of_ok d M) by exact BM.
        enough (0 <= share_of M p q + share_of M q p) by lia.
        destruct (Sg p) as [Rp Sp], (Sg q) as [Rq Sq].
        specialize (Rp (fst q)). specialize (Sp (snd q)). specialize (Rq (fst p)). specialize (Sq (snd p)).
        assert (Full : full = true -> all_settle S M d = true) by (intros ->; exact Others).
        destruct (Z_lt_le_dec (star_r d p (fst q)) 0) as [N1|P1].
        { apply (settled_couple S M d); auto. destruct Rp as [|[F _]]; [lia | auto]. }
        destruct (Z_lt_le_dec (star_s d p (snd q)) 0) as [N2|P2].
        { apply (settled_couple S M d); auto. destruct Sp as [|[F _]]; [lia | auto]. }
        destruct (Z_lt_le_dec (star_r d q (fst p)) 0) as [N3|P3].
        { rewrite Z.add_comm. apply (settled_couple S M d); auto. destruct Rq as [|[F _]]; [lia | auto]. }
        destruct (Z_lt_le_dec (star_s d q (snd p)) 0) as [N4|P4].
        { rewrite Z.add_comm. apply (settled_couple S M d); auto. destruct Sq as [|[F _]]; [lia | auto]. }
        rewrite !(share_of_ok d M) by exact BM. lia.
    + intros p Hp. apply node_live in Hp. apply in_map_iff in Hp. destruct Hp as ([q u] & <- & H).
      assert (K := Left (q, at_index a (fst q) + at_index b (snd q)
                            - (D d * u - cliques_pay_in (clique_map d) q q + paid_by M q))).
      simpl in K. rewrite (Slack q u H) in K. simpl. unfold slack in K. apply Z.leb_le in K; [lia|].
      apply in_map_iff. exists (q, u). simpl. rewrite (Slack q u H). auto.
  - unfold total_dual. rewrite !tsum_eq.
    change (zsum (entry (rows d)) (seq 0 m) + zsum (entry (columns d)) (seq 0 n) + zsum fst (cliques d)
            = zsum snd (rows d) + zsum snd (columns d) + zsum fst (cliques d)).
    rewrite (table_sum m _ Ta), (table_sum n _ Tb). reflexivity.
  - intros p. rewrite map_map. simpl. reflexivity.
  - intros p x H. apply in_map_iff in H. destruct H as ([q u] & E & H). simpl in E. injection E as <- <-.
    apply (Slack q u H).
Qed.

Lemma listed_rows size (t : table) d i x :
  tableb size t = true -> In (i, x) t -> (x =? 0) = false -> total m n d - x <= limit claim step d ->
  (i < size)%nat /\ listed t i && hopeless m n claim step d (entry t i) = true.
Proof.
  unfold tableb. rewrite andb_true_iff, distinct_iff, forallb_forall. intros [ND Range] H Ne Le. split.
  - specialize (Range _ H). apply Nat.ltb_lt in Range. exact Range.
  - assert (E : entry t i = x).
    { clear -ND H. induction t as [|[k y] t IH]; [destruct H|].
      cbn [map] in ND. apply NoDup_cons_iff in ND. destruct ND as [Fresh ND]. simpl in *.
      destruct (Nat.eqb_spec k i) as [->|Other].
      * destruct H as [H|H]; [congruence|]. exfalso. apply Fresh, (in_map fst _ _ H).
      * destruct H as [H|H]; [congruence | auto]. }
    unfold listed, hopeless. rewrite E, Ne. apply Z.leb_le. exact Le.
Qed.

Lemma tighten_inside full S d rest phi :
  good S -> slacks full S d = Ok rest -> pinj phi -> incl phi P -> inside S phi -> claim < value U W phi ->
  inside (tighten S d rest) phi.
Proof.
  intros G E PI Sub In' More. destruct (slacks_ok full S d rest G E) as (Full & Total & Tr & Tc & Keys & Slack).
  assert (F : in_node phi (fixed m n U P claim step (node_of S) d)).
  { apply (fix_sound m n U W); auto using P_inside, inside_node. }
  destruct F as (_ & FX & FR & FC). simpl in FX, FR, FC.
  assert (Bar : bar d = limit claim step d) by reflexivity.
  assert (Kept : inside (drop (fun p => has (pkey p) (key_set (filter (fun e => total_dual d - snd e <=? bar d) rest)))
      (Z.of_nat (length (filter (fun e => total_dual d - snd e <=? bar d) rest))) S) phi).
  { apply inside_drop; [exact In'|]. intros p Hp. apply not_true_is_false. intros K.
    apply key_set_iff, in_map_iff in K. destruct K as ([q x] & E' & K). cbn [fst] in E'. subst q.
    apply filter_In in K. destruct K as [K Le]. simpl in Le.
    apply (FX p); [|exact Hp]. apply in_app_iff. left. apply filter_In. split.
    - apply (pinj_live 0 U W P phi); auto. apply inside_node, In'.
    - rewrite <- (Slack p x K). unfold hopeless. rewrite Total, <- Bar. exact Le. }
  destruct Kept as (KC & KA & KR & KJ). unfold tighten. cbv zeta. rewrite !tfilter_eq, tlength_eq, !tmap_eq.
  unfold require. rewrite !tapp_eq. repeat split; simpl; auto.
  - intros i Hi. apply in_app_iff in Hi. destruct Hi as [Hi|Hi]; [|apply In', Hi].
    apply in_map_iff in Hi. destruct Hi as ([k x] & <- & Hi). apply filter_In in Hi. destruct Hi as [Hi Le].
    apply andb_true_iff in Le. destruct Le as [Ne Le]. apply negb_true_iff in Ne. simpl in Ne, Le.
    apply Z.leb_le in Le. rewrite <- Total, Bar in Le.
    destruct (listed_rows m (rows d) d k x Tr Hi Ne Le) as [Small L].
    apply FR, in_app_iff. left. apply filter_In. split; [apply in_seq; simpl; lia | exact L].
  - intros j Hj. apply in_app_iff in Hj. destruct Hj as [Hj|Hj]; [|apply In', Hj].
    apply in_map_iff in Hj. destruct Hj as ([k x] & <- & Hj). apply filter_In in Hj. destruct Hj as [Hj Le].
    apply andb_true_iff in Le. destruct Le as [Ne Le]. apply negb_true_iff in Ne. simpl in Ne, Le.
    apply Z.leb_le in Le. rewrite <- Total, Bar in Le.
    destruct (listed_rows n (columns d) d k x Tc Hj Ne Le) as [Small L].
    apply FC, in_app_iff. left. apply filter_In. split; [apply in_seq; simpl; lia | exact L].
Qed.

Lemma leaf_bounded full S d rest : good S -> slacks full S d = Ok rest -> total_dual d <= bar d -> beyond S -> bounded S.
Proof.
  intros G E Le B. apply bounded_if; [exact B|]. intros phi PI Sub In'.
  destruct (slacks_ok full S d rest G E) as (Full & Total & _).
  apply (leaf_sound m n U W P claim step) with (N := node_of S) (d := d); auto using P_inside, inside_node.
  unfold I4. rewrite Total. exact Le.
Qed.

Lemma uncovered_ok lines met : uncovered lines met = true -> exists i, In i lines /\ ~ In i met.
Proof.
  unfold uncovered. rewrite existsb_exists. intros (i & Hi & Out). exists i. split; [exact Hi|]. intros K.
  apply negb_true_iff in Out. enough (nhas i (insert_all met (NM.empty unit)) = true) by congruence.
  assert (Keep : forall l s, nhas i s = true -> nhas i (insert_all l s) = true).
  { induction l as [|j l IH]; simpl; auto. intros s H. apply IH, nhas_insert. auto. }
  clear Out. generalize (NM.empty unit). induction met as [|j met IH]; intros s; [destruct K|].
  simpl. destruct K as [->|K]; [apply Keep, nhas_insert; auto | apply IH, K].
Qed.

Lemma empty_bounded S : is_empty S = true -> beyond S -> bounded S.
Proof.
  intros E B. apply bounded_if; [exact B|]. intros phi PI Sub (IC & IA & IR & IJ). exfalso. unfold is_empty in E. rewrite !tmap_eq in E. apply orb_prop in E.
  destruct E as [E|E]; apply uncovered_ok in E; destruct E as (k & Hk & Out); apply Out.
  - apply IR, in_map_iff in Hk. destruct Hk as (p & <- & Hp). apply IA, in_map_iff in Hp.
    destruct Hp as (e & <- & He). apply in_map_iff. eauto.
  - apply IJ, in_map_iff in Hk. destruct Hk as (p & <- & Hp). apply IA, in_map_iff in Hp.
    destruct Hp as (e & <- & He). apply in_map_iff. eauto.
Qed.

Lemma at_node_ok {T} number (a : outcome T) x : at_node number a = Ok x -> a = Ok x.
Proof. destruct a; simpl; [auto | discriminate]. Qed.

(** *** Symmetries *)

Lemma numbered_ok l :
  length (fst (numbered l)) = length l /\
  forall x k, In (x, k) (fst (numbered l)) -> (k < length l)%nat /\ nth k l 0%nat = x.
Proof.
  unfold numbered.
  assert (Go : forall l done a, let result := fst (fold_left (fun (so_far : list (nat * nat) * nat) x =>
      let (done, k) := so_far in ((x, k) :: done, S k)) l (done, a)) in
    length result = (length done + length l)%nat /\
    forall x k, In (x, k) result -> In (x, k) done \/ exists b, k = (a + b)%nat /\ (b < length l)%nat /\ nth b l 0%nat = x).
  { clear l. induction l as [|y l IH]; cbn [fold_left fst length]; intros done a; [split; [lia | auto]|].
    destruct (IH ((y, a) :: done) (S a)) as [Len In']. cbn [length] in Len. split; [rewrite Len; lia|].
    intros x k H. apply In' in H. destruct H as [[H|H]|(b & -> & Less & E)]; [|auto|].
    - injection H as <- <-. right. exists 0%nat. cbn [nth]. split; [lia | split; [lia | reflexivity]].
    - right. exists (S b). cbn [nth]. split; [lia | split; [lia | exact E]]. }
  destruct (Go l [] 0%nat) as [Len In']. split; [exact Len|]. intros x k H. apply In' in H.
  destruct H as [[]|(b & -> & Less & E)]. cbn [Nat.add]. auto.
Qed.

Lemma places_ok k l at_ : places k l = Some at_ -> permutes k (place_of at_).
Proof.
  unfold places. destruct (Z.eqb_spec (tlength l) (Z.of_nat k)) as [Len|_]; [|discriminate]. intros E.
  rewrite tlength_eq in Len. destruct (numbered_ok l) as [Same Where]. apply build_ok in E. destruct E as (ND & Below & Find).
  assert (All : forall i, (i < k)%nat -> exists v, place_of at_ i = v /\ (v < k)%nat /\ nth v l 0%nat = i).
  { intros i Hi. assert (H : In i (map fst (fst (numbered l)))).
    { apply (NoDup_length_incl ND (l' := seq 0 k)); [| |apply in_seq; lia].
      - rewrite seq_length, map_length. lia.
      - intros j Hj. apply in_map_iff in Hj. destruct Hj as (e & <- & He). apply in_seq. specialize (Below e He). lia. }
    unfold place_of. rewrite Find. clear Find. destruct (assoc (fst (numbered l)) i) as [v|] eqn:A.
    - assert (K : In (i, v) (fst (numbered l))).
      { revert A. generalize (fst (numbered l)). intros t. induction t as [|[j w] t IH]; cbn [assoc]; [discriminate|].
        destruct (Nat.eqb_spec j i) as [->|_]; [intros E; injection E as ->; simpl; auto | simpl; auto]. }
      apply Where in K. exists v. split; [reflexivity|]. split; [lia | apply K].
    - exfalso. revert A H. generalize (fst (numbered l)). intros t. induction t as [|[j w] t IH]; cbn [assoc map fst In]; [tauto|].
      destruct (Nat.eqb_spec j i) as [->|Ne]; [discriminate|]. intros A [H|H]; [contradiction | auto]. }
  split.
  - intros i Hi. destruct (All i Hi) as (v & -> & K & _). exact K.
  - intros i j Hi Hj E. destruct (All i Hi) as (v & Ev & _ & <-), (All j Hj) as (w & Ew & _ & <-). congruence.
Qed.

Lemma kept_symmetric hs ht S :
  permutes m hs -> permutes n ht -> weights_kept hs ht = true -> forced_kept hs ht S = true ->
  symmetric m n U W P hs ht (node_of S).
Proof.
  intros Rows Columns. unfold weights_kept, forced_kept. cbv zeta.
  rewrite !tfold_right_eq, !andb_true_iff, !forallb_forall. intros (Own & Both) Forced.
  assert (Here : forall p u, In (p, u) unary -> In (from hs ht p) P /\ U p = U (from hs ht p)).
  { intros p u H. specialize (Own _ H). cbn [fst snd] in Own. rewrite (weigh_U Weigh _ _ H) in Own.
    set (q := from hs ht p) in *. clearbody q. clear H.
    assert (K : forall l x, LM.find (pkey q) (fold_right (fun (e : (nat * nat) * Z) s => LM.add (pkey (fst e)) (snd e) s)
                              (LM.empty Z) l) = Some x -> In (q, x) l).
    { induction l as [|[r y] l IH]; cbn [fold_right fst snd]; intros x F; [rewrite LF.empty_o in F; discriminate|].
      rewrite LM_add in F. destruct (Key.eq_dec (pkey r) (pkey q)) as [E|_]; [|simpl; auto].
      apply pkey_inj in E. injection F as ->. subst r. simpl. auto. }
    destruct (LM.find _ _) as [y|] eqn:F; [|discriminate]. apply K in F. apply Z.eqb_eq in Own.
    split; [apply (in_map fst _ _ F) | rewrite <- (weigh_U Weigh _ _ F); exact Own]. }
  assert (Couple : forall p q w, In ((p, q), w) binary -> W p q = W (from hs ht p) (from hs ht q)).
  { intros p q w H. specialize (Both _ H). cbn [fst snd] in Both. rewrite (weigh_W Weigh _ _ _ H) in Both.
    set (a := from hs ht p) in *. set (b := from hs ht q) in *. clearbody a b. clear H.
    assert (K : forall l x, LM.find (couple_key (a, b)) (fold_right (fun (c : ((nat * nat) * (nat * nat)) * Z) s =>
                              LM.add (couple_key (fst c)) (snd c) s) (LM.empty Z) l) = Some x ->
                            In ((a, b), x) l \/ In ((b, a), x) l).
    { induction l as [|[[r t] y] l IH]; cbn [fold_right fst snd]; intros x F; [rewrite LF.empty_o in F; discriminate|].
      rewrite LM_add in F. destruct (Key.eq_dec (couple_key (r, t)) (couple_key (a, b))) as [E|_].
      - injection F as ->. apply couple_key_inj in E. destruct E as [E|E]; injection E as -> ->; simpl; auto.
      - destruct (IH x F); simpl; auto. }
    destruct (LM.find _ _) as [y|] eqn:F; [|discriminate]. apply K in F. apply Z.eqb_eq in Both. rewrite Both.
    destruct F as [F|F]; rewrite (weigh_W Weigh _ _ _ F); [reflexivity | apply (weigh_symmetric Weigh)]. }
  split; [exact Rows | split; [exact Columns | split; [|split]]].
  - intros p Hp. apply in_map_iff in Hp. destruct Hp as ([q u] & <- & H). cbn [fst]. destruct (Here q u H) as [K E].
    split; [exact K | lia].
  - intros p q Hp Hq. destruct (Z_lt_le_dec 0 (W p q)) as [Pos|Le].
    + destruct (weigh_all Weigh p q Pos) as (w & [H|H]).
      * rewrite (Couple _ _ _ H). lia.
      * rewrite (weigh_symmetric Weigh p q), (Couple _ _ _ H), (weigh_symmetric Weigh (from hs ht q)). lia.
    + pose proof (weigh_nonneg Weigh (from hs ht p) (from hs ht q)). lia.
  - simpl. intros p Hp. specialize (Forced p Hp). revert Forced. clear Hp. generalize (from hs ht p). intros q.
    induction (chosen S) as [|r l IH]; cbn [fold_right In].
    + unfold has. rewrite LF.empty_o. discriminate.
    + unfold has in *. rewrite LM_add. destruct (Key.eq_dec (pkey r) (pkey q)) as [E|_]; [apply pkey_inj in E|]; auto.
Qed.

Lemma turn_beyond hs ht S : symmetric m n U W P hs ht (node_of S) -> beyond S -> beyond (turn hs ht S).
Proof.
  intros Sym B phi PI Sub Wh Has Out.
  apply (turned_excluded m n U W P claim P_inside hs ht (node_of S) Sym B phi PI Sub Wh Has).
  intros Here. apply Out, inside_node. destruct Here as (HF & HX & HR & HC).
  assert (Ins : inside S phi).
  { apply node_inside; [exact Sub|]. repeat split; auto. intros p Hp. apply HX. simpl. apply in_app_iff. auto. }
  apply inside_drop; [exact Ins|]. intros p Hp. apply negb_false_iff, key_set_iff.
  destruct (in_dec pair_dec (from hs ht p) (map fst (alive S))) as [K|K]; [exact K|]. exfalso.
  apply (HX p); [|exact Hp]. simpl. apply in_app_iff. left. apply filter_In. split; [apply Sub, Hp|].
  apply mem_iff, filter_In. split; [|apply mem_false_iff, K]. destruct Sym as (_ & _ & OnP & _). apply OnP, Sub, Hp.
Qed.

(** What is known was looked at. *)
Definition known_ok (K : known) : Prop := (forall k at_, LM.find k (symmetries K) = Some at_ ->
  permutes m (place_of (fst at_)) /\ permutes n (place_of (snd at_)) /\
  weights_kept (place_of (fst at_)) (place_of (snd at_)) = true) /\
  forall X, all_wanted K = Some X -> X = wanted_of unary binary.

Lemma none_known_ok : known_ok none_known.
Proof. split; [|discriminate]. intros k at_. cbn [none_known symmetries]. rewrite LF.empty_o. discriminate. Qed.

Lemma symmetry_ok s t S K work next K' left :
  known_ok K -> beyond S -> symmetry s t S K work = Ok (next, K', left) ->
  known_ok K' /\ beyond next /\ chosen next = chosen S /\ exists test more, next = drop test more S.
Proof.
  intros Known B. unfold symmetry. cbv zeta. intros E. apply demand_ok in E. destruct E as [_ E].
  apply bind_ok in E. destruct E as ([[hs ht] K2] & Found & E). apply demand_ok in E. destruct E as [Forced E].
  injection E as <- <- _.
  assert (Both : known_ok K2 /\ permutes m (place_of hs) /\ permutes n (place_of ht) /\
    weights_kept (place_of hs) (place_of ht) = true).
  { destruct (recall s t K) as [at_|] eqn:Old.
    - injection Found as -> <-. split; [exact Known|]. unfold recall in Old.
      destruct (_ && _); [|discriminate]. exact (proj1 Known _ _ Old).
    - apply bind_ok in Found. destruct Found as (at_ & L & Found). injection Found as -> <-.
      unfold looked_at in L. apply bind_ok in L. destruct L as (hs' & Hs & L). apply bind_ok in L. destruct L as (ht' & Ht & L).
      apply demand_ok in L. destruct L as [Kept L]. injection L as -> ->. apply found_ok, places_ok in Hs, Ht.
      split; [|auto]. unfold learn. destruct (_ <=? room); [|exact Known]. split; [|exact (proj2 Known)].
      intros k at_. cbn [symmetries]. rewrite LM_add.
      destruct (Key.eq_dec (tapp s t) k) as [_|_]; [intros E; injection E as <-; auto | apply (proj1 Known)]. }
  destruct Both as (Known2 & Rows & Columns & Kept).
  split; [exact Known2|]. split; [|split; [reflexivity | unfold turn; eauto]].
  apply turn_beyond; [apply kept_symmetric; assumption | exact B].
Qed.

(** *** Where all is wanted *)

Lemma lack_ok S K work K' left : known_ok K -> beyond S -> lack S K work = Ok (K', left) -> known_ok K' /\ bounded S.
Proof.
  intros [Sym Known] B. unfold lack. cbv zeta. intros E. apply demand_ok in E. destruct E as [_ E].
  set (X := match all_wanted K with Some X => X | None => wanted_of unary binary end) in E.
  assert (Same : X = wanted_of unary binary) by (unfold X; destruct (all_wanted K); auto).
  apply demand_ok in E. destruct E as [L1 E]. apply andb_prop in L1. destruct L1 as [Nonneg Most]. apply Z.leb_le in Most.
  destruct (is_lacking X unary (alive S) _) as [lacks more] eqn:L. apply demand_ok in E. destruct E as [_ E].
  apply demand_ok in E. destruct E as [L2 E]. injection E as <- _. rewrite Same in *. split.
  - split; [exact Sym|]. cbn [all_wanted]. intros Y F. injection F as <-. reflexivity.
  - apply bounded_if; [exact B|]. intros phi PI Sub (_ & IA & _).
    assert (Lt : value U W phi < claim + step).
    { eapply lack_sound; try eassumption. rewrite L. exact L2. }
    destruct (step_value U W step step_U step_W phi) as [v Ev], step_claim as [c Ec]. rewrite Ev, Ec in *.
    destruct (Z_lt_le_dec 0 step) as [Pos|Neg]; [|lia]. apply Z.mul_le_mono_nonneg_r; [lia|].
    apply Z.lt_succ_r, (Z.mul_lt_mono_pos_r step); lia.
Qed.

(** *** Lines that can be covered *)

Lemma once_ok l : NoDup (once l) /\ forall x, In x (once l) <-> In x l.
Proof.
  unfold once.
  assert (Go : forall l done set, (forall x, nhas x set = true <-> In x done) -> NoDup done ->
    let result := fst (fold_left (fun (so_far : list nat * NM.t unit) x =>
      let (done, set) := so_far in if nhas x set then so_far else (x :: done, insert x set)) l (done, set)) in
    NoDup result /\ forall x, In x result <-> In x done \/ In x l).
  { clear l. induction l as [|y l IH]; cbn [fold_left fst]; intros done set Same ND.
    - split; [exact ND|]. intros x. simpl. tauto.
    - destruct (nhas y set) eqn:Old.
      + destruct (IH done set Same ND) as [N1 Iff]. split; [exact N1|]. intros x. rewrite Iff. apply Same in Old.
        simpl. split; [tauto|]. intros [H|[->|H]]; auto.
      + destruct (IH (y :: done) (insert y set)) as [N1 Iff].
        * intros x. rewrite nhas_insert, Same. simpl. tauto.
        * constructor; [|exact ND]. intros H. apply Same in H. congruence.
        * split; [exact N1|]. intros x. rewrite Iff. simpl. tauto. }
  destruct (Go l [] (NM.empty unit)) as [N1 Iff].
  - intros x. rewrite nhas_empty. split; [discriminate | intros []].
  - constructor.
  - split; [exact N1|]. intros x. rewrite Iff. simpl. tauto.
Qed.

Lemma coverable_rows_ok pairs i : In i (coverable_rows pairs) -> coverable (map fst pairs) i.
Proof.
  unfold coverable_rows. cbv zeta. rewrite tfilter_eq. intros H. apply filter_In in H. destruct H as [_ H].
  apply Z.ltb_lt in H. rewrite !tlength_eq in H.
  set (cs := once (tmap (fun e => snd (fst e)) _)) in *. set (rs := once (tfilter _ _)) in *.
  exists cs, rs. split; [apply once_ok|]. split; [|split; [|lia]].
  - intros j Hj. apply (proj1 (proj2 (once_ok _) _)) in Hj. rewrite tmap_eq, get_index in Hj. apply in_map_iff in Hj.
    destruct Hj as ([[a b] u] & <- & He). apply filter_In in He. destruct He as [He K]. apply key_is_iff in K.
    injection K as ->. apply (in_map fst _ _ He).
  - intros i' j Hj Hp. destruct (Nat.eq_dec i' i) as [->|Ne]; [auto | right]. apply (proj2 (proj2 (once_ok _) _)).
    rewrite tfilter_eq. apply filter_In. rewrite negb_true_iff, Nat.eqb_neq. split; [|exact Ne].
    apply in_tflat_map. exists j. split; [exact Hj|]. rewrite tmap_eq, get_index. apply in_map_iff in Hp.
    destruct Hp as (e & E & He). apply in_map_iff. exists e. rewrite E. split; [reflexivity|].
    apply filter_In. split; [exact He|]. apply key_is_iff. unfold column_key. rewrite E. reflexivity.
Qed.

Lemma swapped_pairs pairs : map fst (swapped pairs) = map swap (map fst pairs).
Proof. unfold swapped. rewrite tmap_eq, !map_map. reflexivity. Qed.

Lemma cover_inside S phi : whole P phi -> inside S phi ->
  inside (require (coverable_rows unary) (coverable_rows (swapped unary)) S) phi.
Proof.
  intros [WR WC] (IC & IA & IR & IJ). unfold require. rewrite !tapp_eq. repeat split; simpl; auto.
  - intros i Hi. apply in_app_iff in Hi. destruct Hi as [Hi|Hi]; [apply WR, coverable_rows_ok, Hi | auto].
  - intros j Hj. apply in_app_iff in Hj. destruct Hj as [Hj|Hj]; [|auto]. apply WC. rewrite <- swapped_pairs.
    apply coverable_rows_ok, Hj.
Qed.

(** *** All nodes *)

(** What waits on a stack: alignments beyond the first state are bounded; and once it is bounded itself, so are those
    beyond the second; and so on.  (A pair that is forbidden in the second was forced in the first.) *)
Fixpoint ready (stack : list waiting) : Prop :=
  match stack with
  | [] => True
  | w :: below => beyond (enter w) /\ (bounded (enter w) -> ready below)
  end.

(** What waits after a node is ready if what waited before was; and if it is bounded, that is. *)
Lemma pay_ok full number S d work left rest : pay full number S d work = Ok (left, rest) -> slacks full S d = Ok rest.
Proof.
  unfold pay. cbv zeta. intros E. apply at_node_ok, demand_ok in E. destruct E as [_ E]. apply demand_ok in E. destruct E as [_ E].
  apply bind_ok in E. destruct E as (rests & E & Same). injection Same as _ <-. exact E.
Qed.

Lemma visit_sound node number w below K work stack K' left :
  Forall (fun w => good (enter w)) (w :: below) -> ready (w :: below) -> known_ok K ->
  visit node number w below K work = Ok (stack, K', left) ->
  known_ok K' /\ Forall (fun w => good (enter w)) stack /\ ready stack /\
  (Forall (fun w => bounded (enter w)) stack -> Forall (fun w => bounded (enter w)) (w :: below)).
Proof.
  intros Good Ready Known E. apply Forall_cons_iff in Good. destruct Good as [Gw Good]. destruct Ready as [Bw Ready].
  assert (End : bounded (enter w) -> Forall (fun w => good (enter w)) below /\ ready below /\
    (Forall (fun w => bounded (enter w)) below -> Forall (fun w => bounded (enter w)) (w :: below))) by auto.
  assert (On : forall T, good T -> beyond T -> chosen T = chosen (enter w) ->
    Forall (fun w => good (enter w)) (Here T :: below) /\ ready (Here T :: below) /\
    (Forall (fun w => bounded (enter w)) (Here T :: below) -> Forall (fun w => bounded (enter w)) (w :: below))).
  { intros T GT BT Same.
    assert (Up : bounded T -> bounded (enter w)) by (unfold bounded, settled; cbn [node_of forced]; rewrite Same; auto).
    split; [constructor; assumption|]. split; [split; [exact BT | cbn [enter]; auto]|].
    intros B. apply Forall_cons_iff in B. cbn [enter] in B. destruct B. constructor; auto. }
  assert (Leaf : forall full d,
    bind (pay full number (enter w) d work) (fun found => let (work, _) := found in
      if total_dual d <=? bar d then Ok (below, K, work) else No (Some number) "(I4) fails") = Ok (stack, K', left) ->
    K' = K /\ stack = below /\ bounded (enter w)).
  { intros full d F. apply bind_ok in F. destruct F as ([more rest] & F & L). apply pay_ok in F.
    destruct (total_dual d <=? bar d) eqn:Le; [|discriminate]. apply Z.leb_le in Le. injection L as <- <- _.
    split; [reflexivity | split; [reflexivity|]]. apply (leaf_bounded full _ d rest); assumption. }
  assert (Fixed : forall full d,
    bind (pay full number (enter w) d work) (fun found => let (work, rests) := found in
      Ok (Here (tighten (enter w) d rests) :: below, K, work)) = Ok (stack, K', left) ->
    K' = K /\ exists rests, stack = Here (tighten (enter w) d rests) :: below /\ beyond (tighten (enter w) d rests)).
  { intros full d F. apply bind_ok in F. destruct F as ([more rest] & F & L). apply pay_ok in F. injection L as <- <- _.
    split; [reflexivity|]. exists rest. split; [reflexivity|].
    apply (beyond_if (enter w)); [exact Bw | apply incl_refl|]. intros phi PI Sub _ _ In'.
    destruct (Z_le_gt_dec (value U W phi) claim) as [Le|Gt]; [auto | left]. apply (tighten_inside full); auto. lia. }
  unfold visit in E. cbv zeta in E. destruct node as [d|d|p| |d|d|s t| |].
  - apply Leaf in E. destruct E as (-> & -> & B). split; [exact Known | apply End, B].
  - apply Fixed in E. destruct E as (-> & rests & -> & B). split; [exact Known|].
    apply On; [apply good_require, good_drop, Gw | exact B | reflexivity].
  - destruct (candidate p); [|discriminate]. injection E as <- <- _. split; [exact Known|].
    assert (B1 : beyond (take p (enter w))).
    { apply (beyond_if (enter w)); [exact Bw | intros q Hq; simpl; auto|]. intros phi PI Sub _ Has In'. left.
      apply inside_take; [exact PI | exact In' | apply Has; simpl; auto]. }
    assert (B2 : bounded (take p (enter w)) -> beyond (drop (pair_eqb p) 1 (enter w))).
    { intros B. apply (beyond_if (enter w)); [exact Bw | apply incl_refl|]. intros phi PI Sub Wh Has In'.
      destruct (in_dec pair_dec p phi) as [Hp|Hp].
      - right. apply B; auto. intros q [<-|Hq]; auto.
      - left. apply inside_drop; [exact In'|]. intros q Hq. apply not_true_is_false. intros T. apply pair_eqb_iff in T. congruence. }
    split; [|split].
    + constructor; [apply good_take, Gw | constructor; [|exact Good]]. simpl. apply good_drop, Gw.
    + split; [exact B1|]. intros B. split; [apply B2, B | exact Ready].
    + intros B. apply Forall_cons_iff in B. destruct B as [_ B]. apply Forall_cons_iff in B. destruct B as [B Rest].
      constructor; [exact B | exact Rest].
  - destruct (0 <=? _); [|discriminate]. destruct (is_empty _) eqn:F; [|discriminate].
    injection E as <- <- _. split; [exact Known | apply End, empty_bounded; assumption].
  - apply Leaf in E. destruct E as (-> & -> & B). split; [exact Known | apply End, B].
  - apply Fixed in E. destruct E as (-> & rests & -> & B). split; [exact Known|].
    apply On; [apply good_require, good_drop, Gw | exact B | reflexivity].
  - apply bind_ok in E. destruct E as ([[next K2] rest] & F & E). injection E as <- <- _. apply at_node_ok in F.
    apply symmetry_ok in F; [|exact Known | exact Bw]. destruct F as (Known2 & B & Same & test & more & ->).
    split; [exact Known2|]. apply On; [apply good_drop, Gw | exact B | exact Same].
  - destruct (number =? 0); [|discriminate]. destruct (0 <=? _); [|discriminate]. injection E as <- <- _.
    split; [exact Known|]. apply On; [apply good_require, Gw | | reflexivity].
    apply (beyond_if (enter w)); [exact Bw | apply incl_refl|].
    intros phi _ _ Wh _ In'. left. apply cover_inside; assumption.
  - apply bind_ok in E. destruct E as ([K2 rest] & F & E). injection E as <- <- _. apply at_node_ok in F.
    apply lack_ok in F; [|exact Known | exact Bw]. destruct F as [Known2 B]. split; [exact Known2 | apply End, B].
Qed.

Theorem follow_sound nodes : forall number stack K work,
  Forall (fun w => good (enter w)) stack -> ready stack -> known_ok K -> follow nodes number stack K work = Ok tt ->
  Forall (fun w => bounded (enter w)) stack.
Proof.
  induction nodes as [|node nodes IH]; cbn [follow]; intros number stack K work Good Ready Known E.
  - destruct stack; [constructor | discriminate].
  - destruct stack as [|w below]; [discriminate|].
    destruct (visit node number w below K work) as [[[stack K'] left]|] eqn:V; [|discriminate].
    destruct (visit_sound _ _ _ _ _ _ _ _ _ Good Ready Known V) as (Known' & Good' & Ready' & Back). eapply Back, IH; eassumption.
Qed.

End Values.
End Walk.

(** ** The walk from the root *)

Definition divides (step : Z) (l : list Z) : bool := (step =? 1) || forallb (fun x => x mod step =? 0) l.

Lemma divides_ok step l : 1 <= step -> divides step l = true -> forall x, In x l -> (step | x).
Proof.
  intros Pos H x Hx. apply orb_prop in H. destruct H as [H|H].
  - apply Z.eqb_eq in H. rewrite H. apply Z.divide_1_l.
  - rewrite forallb_forall in H. apply H, Z.eqb_eq in Hx. apply Z.mod_divide; [lia | exact Hx].
Qed.

(** What a walk needs: that no alignment is worth more than [to_prove] is to be proved of weights.  There may
    be [looks] at weights, in each node where it [renews] them, or in all together; and [most] numbers may be kept of
    symmetries, or be in a table of live pairs and lines. *)
Record plan := {
  plan_rows : nat;
  plan_columns : nat;
  to_prove : Z;
  plan_step : Z;
  looks : Z;
  renews : bool;
  most : Z;
  plan_unary : own_weights;
  plan_binary : couple_weights }.

(** The plan, the pairs that have weight, how many weights there are, the number of the next node, what waits, and the
    symmetries that are known. *)
Record walking := {
  walk_plan : plan;
  walk_pairs : LM.t Datatypes.unit;
  walk_weights : Z;
  walk_number : Z;
  walk_stack : list waiting;
  walk_known : known }.

Definition begin_walk (p : plan) : outcome walking :=
  demand (divides (plan_step p) (tmap snd (plan_unary p)) && divides (plan_step p) (tmap snd (plan_binary p)))
    "the step does not divide a weight"
  (Ok {| walk_plan := p;
         walk_pairs := tfold_right (fun e s => LM.add (pkey (fst e)) tt s) (LM.empty Datatypes.unit) (plan_unary p);
         walk_weights := tlength (plan_unary p) + tlength (plan_binary p);
         walk_number := 0;
         walk_stack := [Here {| chosen := []; alive := plan_unary p; matching := plan_binary p;
                             needed_rows := []; needed_columns := []; row_set := NM.empty _; column_set := NM.empty _;
                             load := 0 |}];
         walk_known := none_known |}).

Definition visit_on (k : walking) :
    proof_node -> Z -> waiting -> list waiting -> known -> Z -> outcome (list waiting * known * Z) :=
  let p := walk_plan k in
  visit (plan_rows p) (plan_columns p) (plan_unary p) (plan_binary p) (to_prove p) (plan_step p) (fun q => has (pkey q) (walk_pairs k)) (walk_weights k)
    (most p) (spelled (plan_rows p) (plan_columns p)).

(** One node more, where each may take all looks. *)
Definition walk_on (k : walking) (node : proof_node) : outcome walking :=
  match walk_stack k with
  | [] => No (Some (walk_number k)) "the tree has ended before it"
  | w :: below =>
      match visit_on k node (walk_number k) w below (walk_known k) (looks (walk_plan k)) with
      | Ok (stack, known, _) =>
          Ok {| walk_plan := walk_plan k; walk_pairs := walk_pairs k; walk_weights := walk_weights k;
                walk_number := walk_number k + 1; walk_stack := stack; walk_known := known |}
      | No j why => No j why
      end
  end.

(** All nodes of a proof. *)
Definition walk (p : plan) (nodes : list proof_node) : outcome Datatypes.unit :=
  bind (begin_walk p) (fun k =>
  follow (plan_rows p) (plan_columns p) (plan_unary p) (plan_binary p) (to_prove p) (plan_step p) (fun q => has (pkey q) (walk_pairs k))
    (walk_weights k) (most p) (spelled (plan_rows p) (plan_columns p))
    (if renews p then Some (looks p) else None) nodes (walk_number k) (walk_stack k) (walk_known k)
    (looks p)).

(** A walk node by node goes where the walk of all nodes does. *)
Fixpoint walk_on_all (k : walking) (nodes : list proof_node) : outcome walking :=
  match nodes with
  | [] => Ok k
  | node :: rest => match walk_on k node with Ok k => walk_on_all k rest | No j why => No j why end
  end.

Theorem walk_on_all_ok p nodes k end_ :
  renews p = true -> begin_walk p = Ok k -> walk_on_all k nodes = Ok end_ -> walk_stack end_ = [] -> walk p nodes = Ok tt.
Proof.
  intros Renews Begin. unfold walk. rewrite Begin. cbn [bind]. rewrite Renews.
  assert (On : walk_plan k = p).
  { unfold begin_walk in Begin. apply demand_ok in Begin. destruct Begin as [_ Begin]. injection Begin as <-. reflexivity. }
  clear Begin Renews. revert k On. induction nodes as [|node nodes IH]; cbn [walk_on_all follow]; intros k On E End.
  - injection E as <-. rewrite End. reflexivity.
  - unfold walk_on, visit_on in E. rewrite On in E. destruct (walk_stack k) as [|w below]; [discriminate|].
    destruct (visit _ _ _ _ _ _ _ _ _ _ node _ w below _ _) as [[[stack K] left]|] eqn:V; [|discriminate].
    cbn [renewed]. apply IH in E; [exact E | reflexivity | exact End].
Qed.

Theorem walk_sound p U W nodes :
  weigh (plan_rows p) (plan_columns p) U W (plan_unary p) (plan_binary p) -> walk p nodes = Ok tt ->
  1 <= plan_step p -> (plan_step p | to_prove p) -> (forall p, 0 <= U p) ->
  forall phi, pinj phi -> value U W phi <= to_prove p.
Proof.
  destruct p as [m n bound step work rn mo unary binary].
  cbn [plan_rows plan_columns to_prove plan_step plan_unary plan_binary].
  intros Weigh E Step OnBound Nonneg. unfold walk, begin_walk in E.
  cbn [plan_rows plan_columns to_prove plan_step looks renews most plan_unary plan_binary] in E.
  autorewrite with plain in E.
  apply bind_ok in E. destruct E as (k & Begin & E). apply demand_ok in Begin. destruct Begin as [Div Begin].
  injection Begin as <-. cbn [walk_pairs walk_known] in E.
  apply andb_true_iff in Div. destruct Div as [DivU DivW].
  assert (StepU : forall p, (step | U p)).
  { intros p. destruct (in_dec pair_dec p (map fst unary)) as [H|H].
    - apply in_map_iff in H. destruct H as ([p' u] & <- & H). cbn [fst]. rewrite <- (weigh_U Weigh p' u H).
      apply (divides_ok step (map snd unary) Step DivU). apply (in_map snd _ _ H).
    - destruct (weigh_outside Weigh p H) as [-> _]. apply Z.divide_0_r. }
  assert (StepW : forall p p', (step | W p p')).
  { intros p p'. destruct (Z_lt_le_dec 0 (W p p')) as [Pos|Le].
    - destruct (weigh_all Weigh p p' Pos) as (w & [H|H]); apply (divides_ok step (map snd binary) Step DivW).
      + rewrite <- (weigh_W Weigh _ _ _ H). apply (in_map snd _ _ H).
      + rewrite (weigh_symmetric Weigh), <- (weigh_W Weigh _ _ _ H). apply (in_map snd _ _ H).
    - replace (W p p') with 0; [apply Z.divide_0_r|]. pose proof (weigh_nonneg Weigh p p'). lia. }
  intros phi PI. rewrite <- (weighted_value U W (map fst unary) (weigh_outside Weigh) phi).
  apply (follow_sound m n U W unary binary bound step) in E; auto using none_known_ok.
  - apply Forall_inv in E. apply (whole_enough m n U W (map fst unary) bound); auto using (weigh_inside Weigh), (weigh_nonneg Weigh).
    + intros psi P2 Sub Wh. apply E; auto. apply incl_nil_l.
    + apply filter_pinj, PI.
    + intros p Hp. apply filter_In in Hp. apply (mem_iff pair_dec), Hp.
  - constructor; [|constructor].
    split; [exact (weigh_U Weigh) | split; [exact (weigh_W Weigh) | split; [|split]]]; simpl.
    + intros p p' _ _ Pos. destruct (weigh_all Weigh p p' Pos) as (w & [H|H]); exists w; [left; exact H | right].
      split; [exact H | apply (weigh_symmetric Weigh)].
    + intros i H. rewrite nhas_empty in H. discriminate.
    + intros j H. rewrite nhas_empty in H. discriminate.
  - split; [|simpl; auto]. intros psi _ Sub _ _ Out. exfalso. apply Out, inside_node.
    split; [|split; [|split]]; simpl; [tauto | exact Sub | tauto | tauto].
Qed.
