(** * The walk through a proof: Certificate.v's test of a tree, for the checker that runs

    [follow] does what [treeb] of Certificate.v does, on the list of nodes in prefix order and with maps instead of list
    scans.  A [state] holds the live pairs and the couples of live pairs that match something, so that a node is looked
    at in time linear in what is live there.  [follow_sound] says that no alignment within the first state is worth more
    than the claim if the walk ends well; it rests on [leaf_sound], [fix_sound] and [empty_sound] of Certificate.v. *)

From Coq Require Import Arith Lia Bool List ZArith.
From Coq Require String.
Import String.StringSyntax.
From SmatchProof Require Import Smatch Sums Lists Certificate Maps.
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

Definition pkey (p : nat * nat) : Key.t := [fst p; snd p].

Lemma pkey_inj p q : pkey p = pkey q -> p = q.
Proof. destruct p, q. unfold pkey. simpl. congruence. Qed.

Definition pair_eqb (p q : nat * nat) : bool := Nat.eqb (fst p) (fst q) && Nat.eqb (snd p) (snd q).

Lemma pair_eqb_iff p q : pair_eqb p q = true <-> p = q.
Proof.
  destruct p as [i j], q as [k l]. unfold pair_eqb. simpl. rewrite andb_true_iff, !Nat.eqb_eq.
  split; [intros [-> ->]; reflexivity | intros E; injection E; auto].
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
      if Nat.ltb (fst p) m && Nat.ltb (snd p) n && negb (has (pkey p) M) && nonnegb r && nonnegb s
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
  nonnegb (fst (star ss p)) = true /\ nonnegb (snd (star ss p)) = true /\
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
  - injection E as <-. split; [reflexivity | split; [reflexivity|]]. rewrite LF.empty_o. reflexivity.
  - destruct (fold_right add_star _ ss) as [M'|]; [|discriminate]. specialize (IH M' eq_refl p).
    match type of E with (if ?c then _ else _) = _ => destruct c eqn:T; [|discriminate] end.
    rewrite !andb_true_iff in T. destruct T as (((_ & _) & Nr) & Ns).
    destruct (build m r) as [a|] eqn:Br; [|discriminate]. destruct (build n s) as [b|] eqn:Bs; [|discriminate].
    injection E as <-. unfold star_fits. cbn [star]. rewrite LM_add.
    destruct (pair_dec q p) as [->|Ne].
    + cbn [fst snd]. split; [exact Nr | split; [exact Ns|]].
      destruct (Key.eq_dec (pkey p) (pkey p)) as [_|Ne]; [|tauto].
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
  intros E. destruct (build_stars_ok _ _ E p) as (_ & _ & F). unfold share_of, star_r, star_s.
  destruct (LM.find (pkey p) M) as [[[a b] z]|].
  - destruct F as (Fa & Fb & _). rewrite Fa, Fb. reflexivity.
  - rewrite F. reflexivity.
Qed.

Lemma paid_by_ok d M p :
  build_stars (stars d) = Some M -> paid_by M p = zsum (star_r d p) (seq 0 m) + zsum (star_s d p) (seq 0 n).
Proof.
  intros E. destruct (build_stars_ok _ _ E p) as (_ & _ & F). unfold paid_by, star_r, star_s.
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

Definition total_dual (d : duals) : Z := tsum snd (rows d) + tsum snd (columns d).

(** *** Pairs that are not listed

    In newer certificates only some pairs have stars; what the others pay follows from the weights.  [spelled] adds the
    stars of these others.  Nothing has to be proved of it: what it answers is tested as if it had been in the
    certificate. *)

Definition star_map_of (d : duals) : stars_map := match build_stars (stars d) with Some M => M | None => LM.empty _ end.

(** Who pays what for two live pairs: the pair that pays, the row of the other one, and how much. *)
Definition payments (scale : Z) (M : stars_map) (earned : LM.t Z) (c : ((nat * nat) * (nat * nat)) * Z) :
    list (((nat * nat) * nat) * Z) :=
  let '((p, q), w) := c in
  let earns := fun x => match LM.find (pkey x) earned with Some u => u | None => 0 end in
  let whole := scale * w in
  let rest := Z.max 0 (whole - share_of M p q - share_of M q p) in
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
  let paid := totals payment_key (tflat_map (payments (D d) M earned) (matching S)) in
  let by_payer := index (fun e => pkey (fst (fst e))) paid in
  let others := tflat_map (fun e =>
    match e with
    | ([i; j], l) => [((i, j), (tmap (fun x => (snd (fst x), snd x)) l, []))]
    | _ => []
    end) (LM.elements by_payer) in
  {| D := D d; stars := tapp (stars d) others; rows := rows d; columns := columns d |}.

(** (I1) to (I3); the slacks of the live pairs. *)
Definition slacks (S : state) (d : duals) : outcome (list ((nat * nat) * Z)) :=
  demand (1 <=? D d) "(I1) D is 0"
  (bind (found (build m (rows d)) "a row is given twice or is out of range") (fun a =>
   bind (found (build n (columns d)) "a column is given twice or is out of range") (fun b =>
   bind (found (build_stars (stars d)) "(I1) a star is given twice, is negative, or has an index out of range") (fun M =>
   demand (forallb (fun e => (0 <=? snd e) || nhas (fst e) (row_set S)) (rows d)) "(I1) the dual of a row is negative"
   (demand (forallb (fun e => (0 <=? snd e) || nhas (fst e) (column_set S)) (columns d))
      "(I1) the dual of a column is negative"
   (demand (forallb (fun c => let '((p, q), w) := c in D d * w <=? share_of M p q + share_of M q p) (matching S))
      "(I2) fails"
   (let rest := tmap (fun e => (fst e, at_index a (fst (fst e)) + at_index b (snd (fst e))
                                      - (D d * snd e + paid_by M (fst e)))) (alive S) in
    demand (forallb (fun e => 0 <=? snd e) rest) "(I3) fails" (Ok rest)))))))).

Section Values.

Variable U : nat * nat -> Z.
Variable W : nat * nat -> nat * nat -> Z.
Variable P : list (nat * nat).
Variables claim step : Z.
Variable candidate : nat * nat -> bool.      (* whether a pair has weight; soundness does not need it *)
Variable weights : Z.                        (* how many weights there are *)
Variable spell : state -> duals -> duals.    (* [spelled], or nothing; soundness does not need it *)

Definition bar (d : duals) : Z := D d * claim + D d * step - 1.

(** The state after a fix. *)
Definition tighten (S : state) (d : duals) (rest : list ((nat * nat) * Z)) : state :=
  let total := total_dual d in
  let bar := bar d in
  let dead := tfilter (fun e => total - snd e <=? bar) rest in
  let set := tfold_right (fun e s => LM.add (pkey (fst e)) tt s) (LM.empty unit) dead in
  let listed := fun t : table => tmap fst (tfilter (fun e => total - snd e <=? bar) t) in
  require (listed (rows d)) (listed (columns d))
    (drop (fun p => has (pkey p) set) (tlength dead) S).

Definition uncovered (lines : list nat) (met : list nat) : bool :=
  let set := insert_all met (NM.empty unit) in existsb (fun i => negb (nhas i set)) lines.

Definition is_empty (S : state) : bool :=
  uncovered (needed_rows S) (tmap (fun e => fst (fst e)) (alive S))
  || uncovered (needed_columns S) (tmap (fun e => snd (fst e)) (alive S)).

Definition at_node {T} (number : Z) (a : outcome T) : outcome T :=
  match a with Ok x => Ok x | No _ why => No (Some number) why end.

Definition spend (S : state) (work : Z) : Z := work - weights - load S.

(** One node: the states that wait then, [below] among them, and how many looks are left of [work]. *)
Definition visit (node : proof_node) (number : Z) (w : waiting) (below : list waiting) (work : Z) :
    outcome (list waiting * Z) :=
  let S := enter w in
  match node with
  | BranchStep p =>
      if candidate p then Ok (Here (take p S) :: Without p S :: below, work)
      else No (Some number) "(C3) branch on a pair without weight"
  | EmptyStep =>
      let work := spend S work in
      if 0 <=? work
      then if is_empty S then Ok (below, work) else No (Some number) "this node is not empty"
      else No (Some number) "more work than the limit allows"
  | LeafStep d =>
      let d := spell S d in
      let work := spend S work in
      if 0 <=? work
      then match at_node number (slacks S d) with
           | Ok _ => if total_dual d <=? bar d then Ok (below, work) else No (Some number) "(I4) fails"
           | No k why => No k why
           end
      else No (Some number) "more work than the limit allows"
  | FixStep d =>
      let d := spell S d in
      let work := spend S work in
      if 0 <=? work
      then match at_node number (slacks S d) with
           | Ok rests => Ok (Here (tighten S d rests) :: below, work)
           | No k why => No k why
           end
      else No (Some number) "more work than the limit allows"
  end.

(** What is left of the work where it holds for each node by itself, or for all. *)
Variable again : option Z.

Definition renewed (work : Z) : Z := match again with Some whole => whole | None => work end.

(** One node after the other; [work] says how many looks are left. *)
Fixpoint follow (nodes : list proof_node) (number : Z) (stack : list waiting) (work : Z) : outcome unit :=
  match nodes with
  | [] => match stack with [] => Ok tt | _ => No None "the proof has ended, but nodes are missing" end
  | node :: rest =>
      match stack with
      | [] => No (Some number) "the tree has ended before it"
      | w :: below =>
          match visit node number w below work with
          | Ok (stack, work) => follow rest (number + 1) stack (renewed work)
          | No k why => No k why
          end
      end
  end.

(** ** Soundness *)

Hypothesis P_inside : forall p, In p P -> (fst p < m)%nat /\ (snd p < n)%nat.
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

Definition bounded (S : state) : Prop :=
  forall phi, pinj phi -> incl phi P -> inside S phi -> value U W phi <= claim.

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
  forced := [];
  forbidden := filter (fun p => negb (mem pair_dec p (map fst (alive S)))) P;
  required_rows := needed_rows S;
  required_columns := needed_columns S |}.

Lemma node_live S p : In p (live P (node_of S)) -> In p (map fst (alive S)).
Proof.
  intros H. apply (in_live 0 U W) in H. destruct H as (_ & Hp & Out & _).
  destruct (in_dec pair_dec p (map fst (alive S))) as [K|K]; [exact K|].
  exfalso. apply Out. simpl. apply filter_In. split; [exact Hp | apply mem_false_iff, K].
Qed.

Lemma inside_node S phi : inside S phi -> in_node phi (node_of S).
Proof.
  intros (IC & IA & IR & IJ). repeat split; simpl; auto; [tauto|].
  intros p H K. apply filter_In in H. destruct H as [_ H]. apply mem_false_iff in H. apply H, IA, K.
Qed.

Lemma slacks_ok S d rest :
  good S -> slacks S d = Ok rest ->
  duals_ok m n U W P (node_of S) d /\ total m n d = total_dual d /\
  tableb m (rows d) = true /\ tableb n (columns d) = true /\
  (forall p, In p (map fst rest) <-> In p (map fst (alive S))) /\
  (forall p x, In (p, x) rest -> x = slack m n U d p).
Proof.
  intros (GU & GW & GC & GR & GL). unfold slacks. intros E.
  apply demand_ok in E. destruct E as [Pos E]. apply bind_ok in E. destruct E as (a & Ba & E). apply found_ok in Ba.
  apply bind_ok in E. destruct E as (b & Bb & E). apply found_ok in Bb.
  apply bind_ok in E. destruct E as (M & BM & E). apply found_ok in BM.
  apply demand_ok in E. destruct E as [Rows E]. apply demand_ok in E. destruct E as [Columns E].
  apply demand_ok in E. destruct E as [Paid E]. cbv zeta in E. rewrite tmap_eq in E. apply demand_ok in E. destruct E as [Left E].
  injection E as <-. rewrite forallb_forall in Rows, Columns, Paid, Left.
  assert (Slack : forall p u, In (p, u) (alive S) ->
    at_index a (fst p) + at_index b (snd p) - (D d * u + paid_by M p) = slack m n U d p).
  { intros p u H. rewrite (GU p u H), (build_entry m _ _ _ Ba), (build_entry n _ _ _ Bb), (paid_by_ok d M p BM).
    unfold slack, needed, dual_a, dual_b. lia. }
  assert (Ta := build_tableb m _ _ Ba). assert (Tb := build_tableb n _ _ Bb).
  assert (Sign : forall size (t : table) (set : NM.t unit) lines, tableb size t = true ->
    (forall e, In e t -> (0 <=? snd e) || nhas (fst e) set = true) ->
    (forall i, nhas i set = true -> In i lines) -> forall i, ~ In i lines -> 0 <= entry t i).
  { intros size t set lines _ All In' i Out. induction t as [|[k x] t IH]; simpl; [lia|].
    destruct (Nat.eqb_spec k i) as [->|_]; [|apply IH; intros e He; apply All; simpl; auto].
    specialize (All (i, x) (or_introl eq_refl)). simpl in All. apply orb_prop in All.
    destruct All as [All|All]; [apply Z.leb_le, All | exfalso; apply Out, In', All]. }
  split; [|split; [|split; [exact Ta | split; [exact Tb | split]]]].
  - split; [|split].
    + split; [apply Z.leb_le, Pos|]. split; [|split; [|split]].
      * intros p k. apply nonnegb_entry, (build_stars_ok _ _ BM p).
      * intros p l. apply nonnegb_entry, (build_stars_ok _ _ BM p).
      * intros i _ Out. apply (Sign m _ (row_set S) (needed_rows S)); auto.
      * intros j _ Out. apply (Sign n _ (column_set S) (needed_columns S)); auto.
    + intros p q Hp Hq Pos'. apply node_live in Hp, Hq. destruct (GC p q Hp Hq Pos') as (w & [H|[H Sym]]).
      * assert (K := Paid _ H). simpl in K. apply Z.leb_le in K. rewrite (GW _ _ _ H) in K.
        rewrite !(share_of_ok d M) in K by exact BM. lia.
      * assert (K := Paid _ H). simpl in K. apply Z.leb_le in K. rewrite (GW _ _ _ H), Sym in K.
        rewrite !(share_of_ok d M) in K by exact BM. lia.
    + intros p Hp. apply node_live in Hp. apply in_map_iff in Hp. destruct Hp as ([q u] & <- & H).
      assert (K := Left (q, at_index a (fst q) + at_index b (snd q) - (D d * u + paid_by M q))).
      simpl in K. rewrite (Slack q u H) in K. simpl. unfold slack in K. apply Z.leb_le in K; [lia|].
      apply in_map_iff. exists (q, u). simpl. rewrite (Slack q u H). auto.
  - unfold total_dual. rewrite !tsum_eq. change (zsum (entry (rows d)) (seq 0 m) + zsum (entry (columns d)) (seq 0 n)
                              = zsum snd (rows d) + zsum snd (columns d)). rewrite (table_sum m _ Ta), (table_sum n _ Tb). reflexivity.
  - intros p. rewrite map_map. simpl. reflexivity.
  - intros p x H. apply in_map_iff in H. destruct H as ([q u] & E & H). simpl in E. injection E as <- <-.
    apply (Slack q u H).
Qed.

Lemma has_set l p :
  has (pkey p) (fold_right (fun (e : (nat * nat) * Z) s => LM.add (pkey (fst e)) tt s) (LM.empty unit) l) = true
  -> exists x, In (p, x) l.
Proof.
  induction l as [|[q x] l IH]; cbn [fold_right].
  - unfold has. rewrite LF.empty_o. discriminate.
  - unfold has. rewrite LM_add. cbn [fst]. destruct (Key.eq_dec (pkey q) (pkey p)) as [E|_].
    + intros _. apply pkey_inj in E. subst. exists x. simpl. auto.
    + intros H. destruct (IH H) as (y & Hy). exists y. simpl. auto.
Qed.

Lemma listed_rows size (t : table) d i x :
  tableb size t = true -> In (i, x) t -> total m n d - x <= limit claim step d ->
  (i < size)%nat /\ listed t i && hopeless m n claim step d (entry t i) = true.
Proof.
  unfold tableb. rewrite andb_true_iff, distinct_iff, forallb_forall. intros [ND Range] H Le. split.
  - specialize (Range _ H). apply Nat.ltb_lt in Range. exact Range.
  - apply andb_true_intro. split.
    + apply mem_iff, (in_map fst _ _ H).
    + unfold hopeless. apply Z.leb_le.
      replace (entry t i) with x; [exact Le|]. clear -ND H. induction t as [|[k y] t IH]; [destruct H|].
      cbn [map] in ND. apply NoDup_cons_iff in ND. destruct ND as [Fresh ND]. simpl in *.
      destruct (Nat.eqb_spec k i) as [->|Ne].
      * destruct H as [H|H]; [congruence|]. exfalso. apply Fresh, (in_map fst _ _ H).
      * destruct H as [H|H]; [congruence | auto].
Qed.

Lemma tighten_inside S d rest phi :
  good S -> slacks S d = Ok rest -> pinj phi -> incl phi P -> inside S phi -> claim < value U W phi ->
  inside (tighten S d rest) phi.
Proof.
  intros G E PI Sub In' More. destruct (slacks_ok S d rest G E) as ((H1 & H2 & H3) & Total & Tr & Tc & Keys & Slack).
  assert (F : in_node phi (fixed m n U P claim step (node_of S) d)).
  { apply (fix_sound m n U W); auto. apply inside_node, In'. }
  destruct F as (_ & FX & FR & FC). simpl in FX, FR, FC.
  assert (Bar : bar d = limit claim step d) by reflexivity.
  assert (Kept : inside (drop (fun p => has (pkey p) (fold_right (fun e s => LM.add (pkey (fst e)) tt s)
      (LM.empty unit) (filter (fun e => total_dual d - snd e <=? bar d) rest)))
      (Z.of_nat (length (filter (fun e => total_dual d - snd e <=? bar d) rest))) S) phi).
  { apply inside_drop; [exact In'|]. intros p Hp. apply not_true_is_false. intros K.
    apply has_set in K. destruct K as (x & K). apply filter_In in K. destruct K as [K Le]. simpl in Le.
    apply (FX p); [|exact Hp]. apply in_app_iff. left. apply filter_In. split.
    - apply (pinj_live 0 U W P phi); auto. apply inside_node, In'.
    - rewrite <- (Slack p x K). unfold hopeless. rewrite Total, <- Bar. exact Le. }
  destruct Kept as (KC & KA & KR & KJ). unfold tighten. cbv zeta. rewrite !tfilter_eq, tlength_eq, tfold_right_eq, !tmap_eq.
  unfold require. rewrite !tapp_eq. repeat split; simpl; auto.
  - intros i Hi. apply in_app_iff in Hi. destruct Hi as [Hi|Hi]; [|apply In', Hi].
    apply in_map_iff in Hi. destruct Hi as ([k x] & <- & Hi). apply filter_In in Hi. destruct Hi as [Hi Le].
    simpl in Le. apply Z.leb_le in Le. rewrite <- Total, Bar in Le.
    destruct (listed_rows m (rows d) d k x Tr Hi Le) as [Small L].
    apply FR, in_app_iff. left. apply filter_In. split; [apply in_seq; simpl; lia | exact L].
  - intros j Hj. apply in_app_iff in Hj. destruct Hj as [Hj|Hj]; [|apply In', Hj].
    apply in_map_iff in Hj. destruct Hj as ([k x] & <- & Hj). apply filter_In in Hj. destruct Hj as [Hj Le].
    simpl in Le. apply Z.leb_le in Le. rewrite <- Total, Bar in Le.
    destruct (listed_rows n (columns d) d k x Tc Hj Le) as [Small L].
    apply FC, in_app_iff. left. apply filter_In. split; [apply in_seq; simpl; lia | exact L].
Qed.

Lemma leaf_bounded S d rest : good S -> slacks S d = Ok rest -> total_dual d <= bar d -> bounded S.
Proof.
  intros G E Le phi PI Sub In'. destruct (slacks_ok S d rest G E) as ((H1 & H2 & H3) & Total & _).
  apply (leaf_sound m n U W P claim step) with (N := node_of S) (d := d); auto using inside_node.
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

Lemma empty_bounded S : is_empty S = true -> bounded S.
Proof.
  intros E phi PI Sub (IC & IA & IR & IJ). exfalso. unfold is_empty in E. rewrite !tmap_eq in E. apply orb_prop in E.
  destruct E as [E|E]; apply uncovered_ok in E; destruct E as (k & Hk & Out); apply Out.
  - apply IR, in_map_iff in Hk. destruct Hk as (p & <- & Hp). apply IA, in_map_iff in Hp.
    destruct Hp as (e & <- & He). apply in_map_iff. eauto.
  - apply IJ, in_map_iff in Hk. destruct Hk as (p & <- & Hp). apply IA, in_map_iff in Hp.
    destruct Hp as (e & <- & He). apply in_map_iff. eauto.
Qed.

Lemma at_node_ok {T} number (a : outcome T) x : at_node number a = Ok x -> a = Ok x.
Proof. destruct a; simpl; [auto | discriminate]. Qed.

(** What waits after a node is good if what waited before is; and if it is bounded, that was. *)
Lemma visit_sound node number w below work stack left :
  Forall (fun w => good (enter w)) (w :: below) -> visit node number w below work = Ok (stack, left) ->
  Forall (fun w => good (enter w)) stack /\
  (Forall (fun w => bounded (enter w)) stack -> Forall (fun w => bounded (enter w)) (w :: below)).
Proof.
  intros Good E. apply Forall_cons_iff in Good. destruct Good as [Gw Good]. unfold visit in E. cbv zeta in E.
  destruct node as [d|d|p|].
  - destruct (0 <=? _); [|discriminate]. destruct (at_node number _) as [rest|] eqn:F; [|discriminate].
    apply at_node_ok in F. destruct (total_dual _ <=? bar _) eqn:Le; [|discriminate]. apply Z.leb_le in Le.
    injection E as <- _. split; [exact Good|]. intros B.
    constructor; [apply (leaf_bounded _ (spell (enter w) d) rest); assumption | exact B].
  - destruct (0 <=? _); [|discriminate]. destruct (at_node number _) as [rest|] eqn:F; [|discriminate].
    apply at_node_ok in F. injection E as <- _. split.
    + constructor; [|exact Good]. simpl. apply good_require, good_drop, Gw.
    + intros B. apply Forall_cons_iff in B. destruct B as [B Rest]. constructor; [|exact Rest].
      intros phi PI Sub In'. destruct (Z_le_gt_dec (value U W phi) claim) as [K|K]; [exact K|].
      apply B; auto. simpl. apply tighten_inside; auto. lia.
  - destruct (candidate p); [|discriminate]. injection E as <- _. split.
    + constructor; [apply good_take, Gw | constructor; [|exact Good]]. simpl. apply good_drop, Gw.
    + intros B. apply Forall_cons_iff in B. destruct B as [B1 B]. apply Forall_cons_iff in B. destruct B as [B2 B].
      constructor; [|exact B]. intros phi PI Sub In'. destruct (in_dec pair_dec p phi) as [K|K].
      * apply B1; auto. simpl. apply inside_take; assumption.
      * apply B2; auto. simpl. apply inside_drop; [exact In'|]. intros q Hq. apply not_true_is_false.
        intros T. apply pair_eqb_iff in T. congruence.
  - destruct (0 <=? _); [|discriminate]. destruct (is_empty _) eqn:F; [|discriminate].
    injection E as <- _. split; [exact Good|]. intros B. constructor; [apply empty_bounded, F | exact B].
Qed.

Theorem follow_sound nodes : forall number stack work,
  Forall (fun w => good (enter w)) stack -> follow nodes number stack work = Ok tt ->
  Forall (fun w => bounded (enter w)) stack.
Proof.
  induction nodes as [|node nodes IH]; cbn [follow]; intros number stack work Good E.
  - destruct stack; [constructor | discriminate].
  - destruct stack as [|w below]; [discriminate|].
    destruct (visit node number w below work) as [[stack left]|] eqn:V; [|discriminate].
    destruct (visit_sound _ _ _ _ _ _ _ Good V) as [Good' Back]. eapply Back, IH; eassumption.
Qed.

End Values.
End Walk.

(** ** Weights as lists, and the walk from the root *)

Definition own_weights := list ((nat * nat) * Z).
Definition couple_weights := list (((nat * nat) * (nat * nat)) * Z).

Definition divides (step : Z) (l : list Z) : bool := (step =? 1) || forallb (fun x => x mod step =? 0) l.

Lemma divides_ok step l : 1 <= step -> divides step l = true -> forall x, In x l -> (step | x).
Proof.
  intros Pos H x Hx. apply orb_prop in H. destruct H as [H|H].
  - apply Z.eqb_eq in H. rewrite H. apply Z.divide_1_l.
  - rewrite forallb_forall in H. apply H, Z.eqb_eq in Hx. apply Z.mod_divide; [lia | exact Hx].
Qed.

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

(** What a walk needs: that no alignment is worth more than [to_prove] is to be proved of weights.  [spells] says that
    pairs without stars pay; there may be [looks] at weights, in each node where it [renews] them, or in all together. *)
Record plan := {
  plan_rows : nat;
  plan_columns : nat;
  to_prove : Z;
  plan_step : Z;
  spells : bool;
  looks : Z;
  renews : bool;
  plan_unary : own_weights;
  plan_binary : couple_weights }.

(** The plan, the pairs that have weight, how many weights there are, what waits, and the number of the next node. *)
Record walking := {
  walk_plan : plan;
  walk_pairs : LM.t Datatypes.unit;
  walk_weights : Z;
  walk_number : Z;
  walk_stack : list waiting }.

Definition begin_walk (p : plan) : outcome walking :=
  demand (divides (plan_step p) (tmap snd (plan_unary p)) && divides (plan_step p) (tmap snd (plan_binary p)))
    "the step does not divide a weight"
  (Ok {| walk_plan := p;
         walk_pairs := tfold_right (fun e s => LM.add (pkey (fst e)) tt s) (LM.empty Datatypes.unit) (plan_unary p);
         walk_weights := tlength (plan_unary p) + tlength (plan_binary p);
         walk_number := 0;
         walk_stack := [Here {| chosen := []; alive := plan_unary p; matching := plan_binary p;
                             needed_rows := []; needed_columns := []; row_set := NM.empty _; column_set := NM.empty _;
                             load := 0 |}] |}).

Definition visit_on (k : walking) : proof_node -> Z -> waiting -> list waiting -> Z -> outcome (list waiting * Z) :=
  let p := walk_plan k in
  visit (plan_rows p) (plan_columns p) (to_prove p) (plan_step p) (fun q => has (pkey q) (walk_pairs k)) (walk_weights k)
    (if spells p then spelled (plan_rows p) (plan_columns p) else fun _ d => d).

(** One node more, where each may take all looks. *)
Definition walk_on (k : walking) (node : proof_node) : outcome walking :=
  match walk_stack k with
  | [] => No (Some (walk_number k)) "the tree has ended before it"
  | w :: below =>
      match visit_on k node (walk_number k) w below (looks (walk_plan k)) with
      | Ok (stack, _) =>
          Ok {| walk_plan := walk_plan k; walk_pairs := walk_pairs k; walk_weights := walk_weights k;
                walk_number := walk_number k + 1; walk_stack := stack |}
      | No j why => No j why
      end
  end.

(** All nodes of a proof. *)
Definition walk (p : plan) (nodes : list proof_node) : outcome Datatypes.unit :=
  bind (begin_walk p) (fun k =>
  follow (plan_rows p) (plan_columns p) (to_prove p) (plan_step p) (fun q => has (pkey q) (walk_pairs k))
    (walk_weights k) (if spells p then spelled (plan_rows p) (plan_columns p) else fun _ d => d)
    (if renews p then Some (looks p) else None) nodes (walk_number k) (walk_stack k) (looks p)).

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
    destruct (visit _ _ _ _ _ _ _ node _ w below _) as [[stack left]|] eqn:V; [|discriminate].
    cbn [renewed]. apply IH in E; [exact E | reflexivity | exact End].
Qed.

Theorem walk_sound p U W nodes :
  weigh (plan_rows p) (plan_columns p) U W (plan_unary p) (plan_binary p) -> walk p nodes = Ok tt ->
  1 <= plan_step p -> (plan_step p | to_prove p) -> forall phi, pinj phi -> value U W phi <= to_prove p.
Proof.
  destruct p as [m n bound step sp work rn unary binary].
  cbn [plan_rows plan_columns to_prove plan_step plan_unary plan_binary].
  intros Weigh E Step OnBound. unfold walk, begin_walk in E.
  cbn [plan_rows plan_columns to_prove plan_step spells looks renews plan_unary plan_binary] in E.
  autorewrite with plain in E.
  apply bind_ok in E. destruct E as (k & Begin & E). apply demand_ok in Begin. destruct Begin as [Div Begin].
  injection Begin as <-. cbn [walk_pairs] in E.
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
  apply (follow_sound m n U W (map fst unary) bound step) in E; auto using (weigh_inside Weigh).
  - apply Forall_inv in E. apply E.
    + apply filter_pinj, PI.
    + intros p Hp. apply filter_In in Hp. apply (mem_iff pair_dec), Hp.
    + split; [|split; [|split]]; simpl; try tauto. intros p Hp. apply filter_In in Hp.
      apply (mem_iff pair_dec), Hp.
  - constructor; [|constructor].
    split; [exact (weigh_U Weigh) | split; [exact (weigh_W Weigh) | split; [|split]]]; simpl.
    + intros p p' _ _ Pos. destruct (weigh_all Weigh p p' Pos) as (w & [H|H]); exists w; [left; exact H | right].
      split; [exact H | apply (weigh_symmetric Weigh)].
    + intros i H. rewrite nhas_empty in H. discriminate.
    + intros j H. rewrite nhas_empty in H. discriminate.
Qed.
