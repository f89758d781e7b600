(** * From two texts and a certificate to what it proves

    [certify_texts] is what smatchproof-checker computes of two texts in PENMAN notation and a certificate.  The triples
    are those of the two texts; of the certificate it takes the alignment, the bound and the proof, and refuses it if it
    states another convention, or other triples, than the texts have.  [certified_texts] says what is true then: all that
    has to be looked at is [read_penman] of Penman.v, [draft] of Convention.v, and [score] of Smatch.v.

    Files of several graphs are cut into texts by [add_line]. *)

From Coq Require Import Arith Lia Bool List NArith ZArith QArith_base.
From Coq Require String.
Import String.StringSyntax.
From SmatchProof Require Import Smatch Sums Lists Certificate Graded Maps Walk EveryOptimum Checker Json Program Penman Convention.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope Z_scope.

(** ** Triples in numbers *)

Definition coded (t : named_triple) : triple :=
  match t with
  | Att r i x => if text_eqb r concept_role then Inst i (code x) else Attr (code r) i (code x)
  | Arc r i j => Rel (code r) i j
  end.

(** The triples that the convention makes of a graph, as the definition of Smatch has them. *)
Definition triples_of (g : amr) : list triple := map coded (triples g).

Definition in_unicode (t : named_triple) : bool :=
  match t with Att r _ x => unicode r && unicode x | Arc r _ _ => unicode r end.

Lemma coded_inj s t : in_unicode s = true -> in_unicode t = true -> coded s = coded t -> s = t.
Proof.
  destruct s as [r i x|r i j], t as [r' i' x'|r' i' j']; cbn [in_unicode coded]; rewrite ?andb_true_iff;
    intros Us Ut E; try (destruct (text_eqb _ _); discriminate E).
  - destruct Us as [Ur Ux], Ut as [Ur' Ux'].
    destruct (text_eqb r concept_role) eqn:R, (text_eqb r' concept_role) eqn:R'; try discriminate E.
    + apply text_eqb_iff in R. apply text_eqb_iff in R'. injection E as -> E. apply code_inj in E; auto. congruence.
    + injection E as Er -> E. apply code_inj in E; auto. apply code_inj in Er; auto. congruence.
  - injection E as E -> ->. apply code_inj in E; auto. congruence.
Qed.

Definition good (g : amr) : bool := forallb in_unicode (triples g).

Theorem triples_of_once g : good g = true -> NoDup (triples_of g).
Proof.
  unfold good, triples_of. rewrite forallb_forall. intros All.
  pose proof (triples_once g) as ND. induction (triples g) as [|t l IH]; cbn [map]; [constructor|].
  inversion ND as [|? ? Fresh ND']. subst. constructor.
  - intros H. apply in_map_iff in H. destruct H as (u & E & H).
    apply coded_inj in E; [congruence | apply All; right; exact H | apply All; left; reflexivity].
  - apply IH; [intros u Hu; apply All; right; exact Hu | exact ND'].
Qed.

(** They are those of the draft. *)
Theorem triples_of_in g t : NoDup (names g) -> In t (triples_of g) <-> exists u, In u (draft g) /\ t = coded u.
Proof.
  intros ND. unfold triples_of. rewrite in_map_iff.
  split; intros (u & A & B); exists u; [rewrite <- triples_in by exact ND | rewrite triples_in by exact ND]; auto.
Qed.

(** ** The question *)

Definition variables (g : amr) : nat := Z.to_nat (tlength (nodes g)).

Definition question_of (ga gb : amr) : question :=
  let listed := fun g => tmap (fun t => (coded t, 1)) (triples g) in
  {| rule := dup_set; unit := 1; similar := []; listed_left := listed ga; listed_right := listed gb;
     left_size := variables ga; right_size := variables gb |}.

Lemma expand_listed g : expand (tmap (fun t => (coded t, 1)) (triples g)) = triples_of g.
Proof.
  rewrite tmap_eq. unfold triples_of, expand. induction (triples g) as [|t l IH]; [reflexivity|].
  cbn [map flat_map fst snd]. rewrite IH. reflexivity.
Qed.

(** ** What a certificate states *)

Definition w_smatch : text := word "conv:smatch|dup:set|top:const".

Definition stated_triple (t : named_triple) : json :=
  match t with
  | Att r i x => Arr [Str r; Num (Z.of_nat i); Str x]
  | Arc r i j => Arr [Str r; Num (Z.of_nat i); Num (Z.of_nat j)]
  end.

Definition is_arc (t : named_triple) : bool := match t with Arc _ _ _ => true | _ => false end.

(** A graph as score --certificates writes it: keys and triples in order. *)
Definition stated_graph (g : amr) : json :=
  let ts := triples g in
  Obj [(w_attributes, Arr (tmap stated_triple (tfilter (fun t => negb (is_arc t)) ts)));
       (w_relations, Arr (tmap stated_triple (tfilter is_arc ts)));
       (w_variables, Arr (tmap (fun n => Str (fst n)) (nodes g)))].

Fixpoint json_eqb (v w : json) : bool :=
  match v, w with
  | Num x, Num y => Z.eqb x y
  | Str s, Str t => text_eqb s t
  | Arr l, Arr m =>
      (fix same (l m : list json) :=
         match l, m with [], [] => true | x :: l, y :: m => if json_eqb x y then same l m else false | _, _ => false end) l m
  | Obj l, Obj m =>
      (fix same (l m : list (text * json)) :=
         match l, m with
         | [], [] => true
         | (k, x) :: l, (k', y) :: m => if text_eqb k k' then if json_eqb x y then same l m else false else false
         | _, _ => false
         end) l m
  | _, _ => false
  end.

Definition states (key : text) (v : json) (l : list (text * json)) : bool :=
  match entry key l with Some w => json_eqb (sorted w) v | None => false end.

(** ** The whole *)

Definition readable (s : settings) (text_of : list N) : option amr :=
  if tlength text_of <=? line_limit s
  then match read_penman text_of with Some g => if good g then Some g else None | None => None end
  else None.

Definition certify_texts (s : settings) (a b line : list N) : outcome report :=
  bind (found (readable s a) "the left text is not one graph in PENMAN notation, or longer than the limit") (fun ga =>
  bind (found (readable s b) "the right text is not one graph in PENMAN notation, or longer than the limit") (fun gb =>
  demand (tlength line <=? line_limit s) "the line is longer than the limit"
  (bind (found (parse line) "not JSON, or with a fraction, true, false, null, a number from 10^36 on, a key given twice, or too deep")
    (fun v =>
  bind (as_object "not a JSON object" v) (fun l =>
  bind (read s v []) (fun qc =>
  demand (states w_convention (Str w_smatch) l) "the convention is not conv:smatch|dup:set|top:const"
  (demand (states w_left (stated_graph ga) l && states w_right (stated_graph gb) l) "the certificate is about other graphs"
  (bind (judge (weight_limit s, work_limit s) (question_of ga gb) (snd qc)) (fun found => let (sizes, shares) := found in
   Ok {| matched := attained (snd qc); bound := at_most (snd qc); denominator := 1;
         left_triples := fst sizes; right_triples := snd sizes;
         forced := tlength (forced_links shares); open := tlength (open_links shares) |}))))))))).

(** One line more of a file of certificates, about the texts [a] and [b]. *)
Definition feed_texts (s : settings) (t : sums) (number : Z) (a b line : list N) : sums + text :=
  take t number (certify_texts s a b line).

Lemma readable_ok s a g : readable s a = Some g -> read_penman a = Some g /\ good g = true /\ NoDup (names g).
Proof.
  unfold readable. destruct (_ <=? _); [|discriminate]. destruct (read_penman a) as [h|] eqn:R; [|discriminate].
  destruct (good h) eqn:G; [|discriminate]. intros E. injection E as ->. eauto using read_distinct.
Qed.

Lemma score_of_texts ga gb phi :
  good ga = true -> good gb = true ->
  score_of (question_of ga gb) phi = Z.of_nat (score (triples_of ga) (triples_of gb) phi).
Proof.
  intros GA GB. rewrite score_of_plain by reflexivity. unfold left, right, question_of.
  cbn [listed_left listed_right rule]. rewrite !expand_listed, score_copies_plain by (auto using triples_of_once). reflexivity.
Qed.

(** What is accepted is true of the two texts.  They are graphs in PENMAN notation.  The certificate gives a one-to-one
    alignment of their variables that matches as many triples as it says, and none matches more than its bound; the sizes
    are those of the two graphs.  So if the two numbers are one, it is the best score: [SMATCH] holds up to it and no
    further, and no alignment has a better F-score. *)
Theorem certified_texts s a b line r :
  certify_texts s a b line = Ok r ->
  exists ga gb phi,
    read_penman a = Some ga /\ read_penman b = Some gb /\
    let A := triples_of ga in let B := triples_of gb in
    NoDup A /\ NoDup B /\ pinj phi /\
    Z.of_nat (score A B phi) = matched r /\
    (forall psi, pinj psi -> Z.of_nat (score A B psi) <= bound r) /\
    denominator r = 1 /\ left_triples r = Z.of_nat (length A) /\ right_triples r = Z.of_nat (length B) /\
    (matched r = bound r -> forall k, SMATCH A B k <-> Z.of_nat k <= matched r) /\
    (forall psi, pinj psi -> (f1 (Z.of_nat (score A B psi)) 1 (Z.of_nat (length A), Z.of_nat (length B))
                              <= f1 (bound r) 1 (left_triples r, right_triples r))%Q).
Proof.
  unfold certify_texts. intros E.
  apply bind_ok in E. destruct E as (ga & RA & E). apply found_ok, readable_ok in RA. destruct RA as (RA & GA & NA).
  apply bind_ok in E. destruct E as (gb & RB & E). apply found_ok, readable_ok in RB. destruct RB as (RB & GB & NB).
  apply demand_ok in E. destruct E as [_ E]. apply bind_ok in E. destruct E as (v & _ & E).
  apply bind_ok in E. destruct E as (l & _ & E). apply bind_ok in E. destruct E as ([q c] & _ & E).
  apply demand_ok in E. destruct E as [_ E]. apply demand_ok in E. destruct E as [_ E].
  apply bind_ok in E. destruct E as ([sz shares] & J & E). cbn [snd] in *. injection E as <-.
  apply judge_sound in J. destruct J as (-> & PI & Score & Best & _).
  cbn [matched bound denominator left_triples right_triples]. exists ga, gb, (aligned c).
  assert (S : forall psi, pinj psi -> Z.of_nat (score (triples_of ga) (triples_of gb) psi) <= at_most c).
  { intros psi P. rewrite <- score_of_texts by assumption. apply Best, P. }
  assert (Sizes : sizes (question_of ga gb) = (Z.of_nat (length (triples_of ga)), Z.of_nat (length (triples_of gb)))).
  { unfold sizes, left, right, question_of. cbn [listed_left listed_right rule size]. rewrite !expand_listed.
    rewrite !nodup_fixed_point by (auto using triples_of_once). reflexivity. }
  rewrite Sizes. cbn [fst snd]. rewrite score_of_texts in Score by assumption.
  cbv zeta. repeat (split; [solve [assumption | reflexivity | auto using triples_of_once]|]). split.
  - intros Tight k. split.
    + intros (psi & P & Le). specialize (S psi P). lia.
    + intros Le. exists (aligned c). split; [exact PI | lia].
  - intros psi P. unfold f1. cbn [fst snd]. apply fraction_mono; [lia|]. specialize (S psi P). lia.
Qed.

(** And if the certificate is about all optima, what it says of them is true of the two texts, too. *)
Theorem certified_optima_of_texts s a b line r :
  certify_texts s a b line = Ok r ->
  exists ga gb c,
    read_penman a = Some ga /\ read_penman b = Some gb /\
    let q := question_of ga gb in
    left q = triples_of ga /\ right q = triples_of gb /\
    match optima c with
    | Some _ =>
        optimal q (aligned c) /\
        exists F O, NoDup F /\ NoDup O /\ forced r = Z.of_nat (length F) /\ open r = Z.of_nat (length O) /\
          (forall p, In p F <-> forall phi, optimal q phi -> link q phi p) /\
          (forall p, In p O <->
             (exists phi, optimal q phi /\ link q phi p) /\ (exists phi, optimal q phi /\ ~ link q phi p))
    | None => forced r = 0 /\ open r = 0
    end.
Proof.
  unfold certify_texts. intros E.
  apply bind_ok in E. destruct E as (ga & RA & E). apply found_ok, readable_ok in RA.
  apply bind_ok in E. destruct E as (gb & RB & E). apply found_ok, readable_ok in RB.
  apply demand_ok in E. destruct E as [_ E]. apply bind_ok in E. destruct E as (v & _ & E).
  apply bind_ok in E. destruct E as (l & _ & E). apply bind_ok in E. destruct E as ([q c] & _ & E).
  apply demand_ok in E. destruct E as [_ E]. apply demand_ok in E. destruct E as [_ E].
  apply bind_ok in E. destruct E as ([sz shares] & J & E). cbn [snd] in *. injection E as <-.
  apply judge_sound in J. destruct J as (_ & PI & Score & Best & _ & _ & Shares).
  exists ga, gb, c. split; [apply RA | split; [apply RB|]]. cbv zeta. cbn [forced open]. rewrite !tlength_eq.
  split; [apply expand_listed | split; [apply expand_listed|]].
  destruct (optima c) as [o|].
  - destruct Shares as [Tight (N1 & N2 & All & Some')].
    split; [split; [exact PI | intros psi P2; rewrite Score, Tight; apply Best, P2]|].
    exists (forced_links shares), (open_links shares). repeat (split; [assumption || reflexivity|]). exact Some'.
  - rewrite Shares. auto.
Qed.

(** ** Files of graphs *)

(** Blank lines separate the graphs of a file.  The comments before a graph belong to it, even where blank lines follow
    them.  What was read of the next graph, the last byte first, and whether more than comments is among it. *)
Inductive gathered := At_beginning | Between_graphs | In_graph (more : bool) (bytes : list N).

(** Three bytes at the beginning of a file that say UTF-8. *)
Definition byte_order_mark : text := [239; 187; 191]%N.

Fixpoint first_sign (line : list N) : option N :=
  match line with [] => None | c :: rest => if blank c then first_sign rest else Some c end.

(** One line more, without its end: what is gathered then, and the graph that has ended. *)
Definition add_line (g : gathered) (line : list N) : gathered * option (list N) :=
  let line := match g, after byte_order_mark line with At_beginning, Some rest => rest | _, _ => line end in
  let longer := fun more bytes => In_graph more (line_feed :: rev_append line bytes) in
  match first_sign line, g with
  | None, In_graph true bytes => (Between_graphs, Some (trev bytes))
  | None, In_graph false bytes => (longer false bytes, None)
  | None, _ => (Between_graphs, None)
  | Some c, In_graph more bytes => (longer (more || negb (N.eqb c hash_sign)) bytes, None)
  | Some c, _ => (longer (negb (N.eqb c hash_sign)) [], None)
  end.

(** The graph that ends with the file. *)
Definition end_of_file (g : gathered) : option (list N) :=
  match g with In_graph true bytes => Some (trev bytes) | _ => None end.

(** What is printed of a text that is asked for its triples: the graph as certificates state it. *)
Definition shown_triples (s : settings) (a : list N) : option (list N) :=
  match readable s a with Some g => Some (written (stated_graph g)) | None => None end.
