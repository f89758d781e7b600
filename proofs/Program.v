(** * The program smatchproof-checker

    From the bytes of a certificate to what it proves: [certify].  [certified_f1] says what that means.  Where the nodes of a
    proof have a line each, [feed] walks from one to the next; [walked_certificate] says that it is the same.  Extract.v makes
    the program of it; OCaml adds opening the file, cutting it into lines, and printing the bytes that come out of here.

    What a reader has to look at: [parse] of Json.v, [read] here, which says which triples a certificate is about and how
    many copies of each, [left] and [right] of Checker.v, which are the lists of all copies, and
    [score_of] of Checker.v; of a claim about all optima, which [read] finds under the key "optima", also [optimal] and
    [link] there.  Labels are strings; [code] gives each its own number ([code_inj]), since the triples of
    Smatch.v have numbers for labels and only their equality matters.

    Nothing here, nor in the files that it calls, needs stack or time by the size of a number, nor stack by the length of
    a line: numbers are binary, and lists are gone through by the functions of Lists.v or by loops. *)

From Coq Require Import Arith Lia Bool List NArith ZArith QArith_base Qreduction Qfield.
From Coq Require String Ascii.
Import String.StringSyntax.
From SmatchProof Require Import Smatch Sums Lists Certificate Graded Maps Walk EveryOptimum Checker Json Sha256.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope Z_scope.

Definition word (s : String.string) : text := map Ascii.N_of_ascii (String.list_ascii_of_string s).

(** The words of the format; like other constants they are definitions so that they are computed once. *)
Definition w_variables : text := word "variables".
Definition w_attributes : text := word "attributes".
Definition w_relations : text := word "relations".
Definition w_denominator : text := word "denominator".
Definition w_pairs : text := word "pairs".
Definition w_format : text := word "format".
Definition w_id : text := word "id".
Definition w_convention : text := word "convention".
Definition w_left : text := word "left".
Definition w_right : text := word "right".
Definition w_sha256 : text := word "sha256".
Definition w_matched : text := word "matched".
Definition w_alignment : text := word "alignment".
Definition w_proof : text := word "proof".
Definition w_similarity : text := word "similarity".
Definition w_step : text := word "step".
Definition w_at_most : text := word "at_most".
Definition w_optima : text := word "optima".
Definition w_scale : text := word "scale".
Definition w_alignments : text := word "alignments".
Definition w_leaf : text := word "leaf".
Definition w_fix : text := word "fix".
Definition w_branch : text := word "branch".
Definition w_empty : text := word "empty".
Definition w_full : text := word "full".
Definition w_fullfix : text := word "fullfix".
Definition w_symmetry : text := word "symmetry".
Definition w_cover : text := word "cover".
Definition w_lack : text := word "lack".
Definition w_count : text := word "count".
Definition w_dup : text := word "dup:".
Definition w_sim : text := word "sim:".
Definition w_set : text := word "set".
Definition w_multiset : text := word "multiset".
Definition w_product : text := word "product".
Definition w_format_4 : text := word "smatchproof-certificate 4".
Definition w_format_5 : text := word "smatchproof-certificate 5".
Definition w_below : text := word "below".

(** ** Labels *)

Definition base : N := 0x200000.
Definition unicode_end : N := 0x110000.

Fixpoint number (s : text) : N :=
  match s with
  | [] => 0
  | c :: rest => N.succ c + base * number rest
  end%N.

(** The same in halves: digits of a base, two by two, are digits of its square.  A long label then costs a few products of
    long numbers, not one for each character. *)
Fixpoint digits_value (b : N) (l : list N) : N := match l with [] => 0 | x :: rest => x + b * digits_value b rest end%N.

Fixpoint by_twos (b : N) (l done : list N) : list N :=
  match l with
  | x :: y :: rest => by_twos b rest ((x + b * y)%N :: done)
  | [x] => trev (x :: done)
  | [] => trev done
  end.

Fixpoint in_halves (times : nat) (b : N) (l : list N) : N :=
  match l, times with
  | [], _ => 0%N
  | [x], _ => x
  | _, S times => in_halves times (b * b) (by_twos b l [])
  | _, O => digits_value b l
  end.

Definition most_halves : nat := 64.
Definition code (s : text) : nat := N.to_nat (in_halves most_halves base (tmap N.succ s)).

Lemma digits_value_app b l m : (digits_value b (l ++ m) = digits_value b l + b ^ N.of_nat (length l) * digits_value b m)%N.
Proof.
  induction l as [|x l IH]; cbn [List.app digits_value length].
  - change (N.of_nat 0) with 0%N. rewrite N.pow_0_r. ring.
  - rewrite IH, Nat2N.inj_succ, N.pow_succ_r'. ring.
Qed.

Lemma by_twos_value b : forall l done,
  (digits_value (b * b) (by_twos b l done)
   = digits_value (b * b) (rev done) + (b * b) ^ N.of_nat (length done) * digits_value b l)%N.
Proof.
  fix go 1. intros [|x [|y rest]] done; cbn [by_twos].
  - rewrite trev_eq. cbn [digits_value]. lia.
  - rewrite trev_eq. cbn [rev digits_value]. rewrite digits_value_app, rev_length. cbn [digits_value]. ring.
  - rewrite go. cbn [rev length digits_value]. rewrite digits_value_app, rev_length, Nat2N.inj_succ, N.pow_succ_r'.
    cbn [digits_value]. ring.
Qed.

Lemma in_halves_value times : forall b l, in_halves times b l = digits_value b l.
Proof.
  induction times as [|times IH]; intros b [|x [|y rest]]; cbn [in_halves]; try (cbn [digits_value]; lia).
  rewrite IH, by_twos_value. cbn [rev length digits_value]. change (N.of_nat 0) with 0%N. rewrite N.pow_0_r. lia.
Qed.

Lemma code_number s : code s = N.to_nat (number s).
Proof.
  unfold code. rewrite in_halves_value, tmap_eq. f_equal. induction s as [|c s IH]; [reflexivity|].
  cbn [map digits_value number]. rewrite IH. reflexivity.
Qed.

Definition unicode (s : text) : bool := forallb (fun c => N.ltb c unicode_end) s.

Theorem code_inj s t : unicode s = true -> unicode t = true -> code s = code t -> s = t.
Proof.
  rewrite !code_number. intros Us Ut E. apply N2Nat.inj in E. revert t Us Ut E.
  induction s as [|c s IH]; destruct t as [|d t]; cbn [number unicode forallb]; unfold base, unicode_end; auto; try lia.
  rewrite !andb_true_iff, !N.ltb_lt. intros [Hc Us] [Hd Ut] E.
  assert (c = d /\ number s = number t) as [-> E'] by lia. f_equal. apply IH; auto.
Qed.

Definition label (s : text) : outcome nat :=
  demand (unicode s) "a label that is not Unicode" (Ok (code s)).

(** ** Reading a certificate *)

Definition entry (k : text) (l : list (text * json)) : option json :=
  match filter (fun e => text_eqb k (fst e)) l with e :: _ => Some (snd e) | [] => None end.

Definition held (k : text) (l : list (text * json)) : bool := match entry k l with Some _ => true | None => false end.

Definition get_entry (k : text) (l : list (text * json)) : outcome json := found (entry k l) "keys missing or unknown".

(** An object with these keys, and perhaps some of the others. *)
Definition has_keys (keys others : list text) (l : list (text * json)) : bool :=
  forallb (fun k => held k l) keys && forallb (fun e => existsb (text_eqb (fst e)) (keys ++ others)) l.

Definition as_object (why : String.string) (v : json) : outcome (list (text * json)) :=
  match v with Obj l => Ok l | _ => No None why end.
Definition as_list (why : String.string) (v : json) : outcome (list json) :=
  match v with Arr l => Ok l | _ => No None why end.
Definition as_text (why : String.string) (v : json) : outcome text :=
  match v with Str s => Ok s | _ => No None why end.

Definition natural (below : Z) (why : String.string) (v : json) : outcome Z :=
  match v with
  | Num z => demand ((0 <=? z) && (z <? below)) why (Ok z)
  | _ => No None why
  end.

Definition variable (size : nat) (v : json) : outcome nat :=
  bind (natural (Z.of_nat size) "a variable is not a whole number from 0, or is out of range" v) (fun z => Ok (Z.to_nat z)).

(** What [f] makes of each, after what it made of those before, the last one first. *)
Fixpoint each_onto {T} (f : json -> outcome T) (l : list json) (done : list T) : outcome (list T) :=
  match l with
  | [] => Ok (trev done)
  | x :: rest => match f x with Ok y => each_onto f rest (y :: done) | No node why => No node why end
  end.

Definition each {T} (f : json -> outcome T) (l : list json) : outcome (list T) := each_onto f l [].

Definition concept_role : text := word "/".

(** A triple with the number of its copies, its weight, which is stated or 1. *)
Definition with_weight (weight : option json) (t : outcome triple) : outcome (triple * Z) :=
  match weight with
  | None => bind t (fun t => Ok (t, 1))
  | Some n =>
      bind (natural large "a weight is not a whole number from 0" n) (fun z => bind t (fun t => Ok (t, z)))
  end.

Definition attribute (size : nat) (v : json) : outcome (triple * Z) :=
  let read := fun r i x =>
    bind (variable size i) (fun i => bind (label r) (fun a => bind (label x) (fun c =>
      Ok (if text_eqb r concept_role then Inst i c else Attr a i c)))) in
  match v with
  | Arr [Str r; i; Str x] => with_weight None (read r i x)
  | Arr [Str r; i; Str x; n] => with_weight (Some n) (read r i x)
  | _ => No None "an attribute is not [role, variable, value]"
  end.

Definition relation (size : nat) (v : json) : outcome (triple * Z) :=
  let read := fun r i j =>
    bind (label r) (fun r => bind (variable size i) (fun i => bind (variable size j) (fun j => Ok (Rel r i j)))) in
  match v with
  | Arr [Str r; i; j] => with_weight None (read r i j)
  | Arr [Str r; i; j; n] => with_weight (Some n) (read r i j)
  | _ => No None "a relation is not [role, source, target]"
  end.

(** The number of variables, and the triples with their weights. *)
Definition graph (v : json) : outcome (nat * list (triple * Z)) :=
  bind (as_object "not a graph" v) (fun l =>
  demand (has_keys [w_variables; w_attributes; w_relations] [] l) "not a graph"
  (bind (bind (get_entry (w_variables) l) (as_list "not a list of variables")) (fun vs =>
   bind (each (as_text "a variable is not a string") vs) (fun names =>
   let size := Z.to_nat (tlength names) in
   bind (bind (get_entry (w_attributes) l) (as_list "not a list of attributes")) (fun ats =>
   bind (bind (get_entry (w_relations) l) (as_list "not a list of relations")) (fun res =>
   bind (each (attribute size) ats) (fun ats =>
   bind (each (relation size) res) (fun res =>
   Ok (size, tapp ats res))))))))).

Definition similarity_of (v : json) : outcome (key * Z) :=
  match v with
  | Arr [Str r; Str x; Str y; Num n] =>
      bind (label r) (fun a => bind (label x) (fun x => bind (label y) (fun y =>
        Ok ((if text_eqb r concept_role then Instance else Attribute a, x, y), n))))
  | _ => No None "similarity: malformed"
  end.

Definition similarities (v : json) : outcome (Z * grades) :=
  bind (as_object "similarity: not a denominator and pairs" v) (fun l =>
  demand (has_keys [w_denominator; w_pairs] [] l) "similarity: not a denominator and pairs"
  (bind (bind (get_entry (w_denominator) l) (natural large "similarity: the denominator")) (fun d =>
   bind (bind (get_entry (w_pairs) l) (as_list "similarity: not a list of pairs")) (fun ps =>
   bind (each similarity_of ps) (fun gs => Ok (d, gs)))))).

(** *** The convention *)

(** The parts between the separators; of those found so far and of this one the last comes first. *)
Fixpoint split (separator : N) (s part : text) (parts : list text) : list text :=
  match s with
  | [] => trev (trev part :: parts)
  | c :: rest =>
      if N.eqb c separator then split separator rest [] (trev part :: parts) else split separator rest (c :: part) parts
  end.

Fixpoint after (prefix s : text) : option text :=
  match prefix, s with
  | [], _ => Some s
  | c :: p, d :: s' => if N.eqb c d then after p s' else None
  | _, [] => None
  end.

(** What follows the prefix in those parts of the convention that begin with it. *)
Definition stated (prefix convention : text) : list text :=
  tflat_map (fun part => match after prefix part with Some s => [s] | None => [] end) (split 124 convention [] []).

Definition rule_of (convention : text) : outcome duplicates :=
  match stated (w_dup) convention with
  | [s] =>
      if text_eqb s (w_set) then Ok dup_set
      else if text_eqb s (w_multiset) then Ok dup_multiset
      else if text_eqb s (w_product) then Ok dup_product
      else No None "the convention does not say one rule for duplicates"
  | _ => No None "the convention does not say one rule for duplicates"
  end.

(** *** The proof *)

(** A list of duals as a table: one for each line, from the first on; [done] is what was read before, the last one
    first. *)
Fixpoint row_of (line : nat) (l : list json) (done : table) : outcome table :=
  match l with
  | [] => Ok (trev done)
  | Num x :: rest => row_of (S line) rest ((line, x) :: done)
  | _ => No None "not a list of whole numbers below 10^36"
  end.

(** [p; line; dual; ...] by numbers of pairs; lines are rows, and then columns. *)
Fixpoint entries_of (m n : Z) (l : list json) (done : list ((nat * nat) * (Z * Z))) :
    outcome (list ((nat * nat) * (Z * Z))) :=
  match l with
  | [] => Ok (trev done)
  | p :: k :: Num x :: rest =>
      bind (natural (m * n) "star: not a pair" p) (fun p => bind (natural (m + n) "star: not a line" k) (fun k =>
      entries_of m n rest (((Z.to_nat (p / n), Z.to_nat (p mod n)), (k, x)) :: done)))
  | _ => No None "a star is malformed"
  end.

(** In full [p; dual; ...; p; dual; ...], with the duals of all lines: of pair [p] line [k] is next, and after them a pair. *)
Fixpoint full_entries_of (m n p k : Z) (l : list json) (done : list ((nat * nat) * (Z * Z))) :
    outcome (list ((nat * nat) * (Z * Z))) :=
  match l with
  | [] => demand (k =? m + n) "a star is cut off" (Ok (trev done))
  | Num x :: rest =>
      if k <? m + n then full_entries_of m n p (k + 1) rest (((Z.to_nat (p / n), Z.to_nat (p mod n)), (k, x)) :: done)
      else demand ((0 <=? x) && (x <? m * n)) "star: not a pair" (full_entries_of m n x 0 rest done)
  | _ => No None "a star is malformed"
  end.

(** One star for each pair that is listed. *)
Definition gathered (m : Z) (l : list ((nat * nat) * (Z * Z))) : list ((nat * nat) * (table * table)) :=
  tflat_map (fun e =>
    match e with
    | ([i; j], part) =>
        [((i, j), (tflat_map (fun x : (nat * nat) * (Z * Z) => let (k, y) := snd x in if k <? m then [(Z.to_nat k, y)] else []) part,
                   tflat_map (fun x : (nat * nat) * (Z * Z) => let (k, y) := snd x in if k <? m then [] else [(Z.to_nat (k - m), y)]) part))]
    | _ => []
    end) (LM.elements (index (fun e : (nat * nat) * (Z * Z) => pkey (fst e)) l)).

(** [p; q; p; q; ...] by numbers of pairs, the smaller one first: the couples of a clique. *)
Fixpoint couples_of (n pairs : Z) (l : list json) (done : list ((nat * nat) * (nat * nat))) :
    outcome (list ((nat * nat) * (nat * nat))) :=
  match l with
  | [] => Ok (trev done)
  | p :: q :: rest =>
      bind (natural pairs "clique: not a pair" p) (fun p => bind (natural pairs "clique: not a pair" q) (fun q =>
      demand (p <=? q) "clique: the larger number of a couple comes first"
      (couples_of n pairs rest
         (((Z.to_nat (p / n), Z.to_nat (p mod n)), (Z.to_nat (q / n), Z.to_nat (q mod n))) :: done))))
  | _ => No None "clique: a couple has one number"
  end.

(** [dual; p; q; ...] *)
Definition clique_of (m n : Z) (v : json) : outcome (Z * list ((nat * nat) * (nat * nat))) :=
  match v with
  | Arr (x :: couples) =>
      bind (natural large "clique: its dual is not a whole number from 0" x) (fun x =>
      bind (couples_of n (m * n) couples []) (fun cs => Ok (x, cs)))
  | _ => No None "a clique is not a list of a dual and couples"
  end.

(** [full] says that stars are stated in full. *)
Definition duals_of (full : bool) (m n : nat) (d : Z) (a b c ks : list json) : outcome duals :=
  demand (Z.leb (tlength a) (Z.of_nat m) && Z.leb (tlength b) (Z.of_nat n)) "too many duals"
  (bind (row_of 0 a []) (fun rs => bind (row_of 0 b []) (fun cs =>
   let (m, n) := (Z.of_nat m, Z.of_nat n) in
   bind (if full then full_entries_of m n 0 (m + n) c [] else entries_of m n c []) (fun es =>
   bind (each (clique_of m n) ks) (fun ks =>
   Ok {| D := d; stars := gathered m es; rows := rs; columns := cs; cliques := ks |}))))).

Definition node_of (m n : nat) (v : json) : outcome proof_node :=
  let none := No None "neither leaf, fix, branch nor empty, nor cover, full, fullfix, symmetry or lack" in
  match v with
  | Arr [Str kind; d; Arr a; Arr b; Arr c; Arr ks] =>
      if text_eqb kind (w_leaf) || text_eqb kind (w_fix)
      then
        bind (natural large "(I1) D is not a whole number" d) (fun d =>
        bind (duals_of false m n d a b c ks) (fun duals =>
        if text_eqb kind (w_leaf) then Ok (LeafStep duals) else Ok (FixStep duals)))
      else none
  | Arr [Str kind; d; Arr a; Arr b; Arr c] =>
      bind (natural large "(I1) D is not a whole number" d) (fun d =>
      let full := text_eqb kind (w_full) || text_eqb kind (w_fullfix) in
      bind (duals_of full m n d a b c []) (fun duals =>
      if text_eqb kind (w_leaf) then Ok (LeafStep duals)
      else if text_eqb kind (w_fix) then Ok (FixStep duals)
      else if text_eqb kind (w_full) then Ok (FullStep duals)
      else if text_eqb kind (w_fullfix) then Ok (FullFixStep duals)
      else none))
  | Arr [Str kind; Arr s; Arr t] =>
      if text_eqb kind (w_symmetry)
      then bind (each (variable m) s) (fun s => bind (each (variable n) t) (fun t => Ok (SymmetryStep s t)))
      else none
  | Arr [Str kind; i; j] =>
      bind (variable m i) (fun i => bind (variable n j) (fun j =>
      if text_eqb kind (w_branch) then Ok (BranchStep (i, j)) else none))
  | Arr [Str kind] =>
      if text_eqb kind (w_empty) then Ok EmptyStep
      else if text_eqb kind (w_cover) then Ok CoverStep
      else if text_eqb kind (w_lack) then Ok LackStep else none
  | _ => none
  end.

Fixpoint nodes_of (m n : nat) (k : Z) (l : list json) (done : list proof_node) : outcome (list proof_node) :=
  match l with
  | [] => Ok (trev done)
  | v :: rest =>
      match node_of m n v with
      | Ok x => nodes_of m n (k + 1) rest (x :: done)
      | No _ why => No (Some k) why
      end
  end.

Definition counts (l : list json) : bool :=
  match l with [Arr [Str s]] => text_eqb s (w_count) | _ => false end.

Definition pair_of (m n : nat) (v : json) : outcome (nat * nat) :=
  match v with
  | Arr [i; j] => bind (variable m i) (fun i => bind (variable n j) (fun j => Ok (i, j)))
  | _ => No None "alignment: malformed"
  end.

Definition alignment_of (m n : nat) (v : json) : outcome align :=
  bind (as_list "alignment: not a list of pairs" v) (each (pair_of m n)).

(** M and the other alignments. *)
Definition optima_of (m n : nat) (v : json) : outcome (Z * list align) :=
  bind (as_object "optima: not a scale and alignments" v) (fun l =>
  demand (has_keys [w_scale; w_alignments] [] l) "optima: not a scale and alignments"
  (bind (bind (get_entry (w_scale) l) (natural large "optima: the scale")) (fun scale =>
   bind (bind (get_entry (w_alignments) l) (as_list "optima: not a list of alignments")) (fun others =>
   bind (each (alignment_of m n) others) (fun others => Ok (scale, others)))))).

(** *** The hash *)

Fixpoint key_before (s t : text) : bool :=
  match s, t with
  | [], _ => true
  | _, [] => false
  | c :: s', d :: t' => N.ltb c d || (N.eqb c d && key_before s' t')
  end.

Fixpoint insert_key (e : text * json) (l : list (text * json)) : list (text * json) :=
  match l with
  | [] => [e]
  | e' :: rest => if key_before (fst e) (fst e') then e :: l else e' :: insert_key e rest
  end.

Fixpoint sorted (v : json) : json :=
  match v with
  | Arr l => Arr (tmap sorted l)
  | Obj l => Obj (fold_right insert_key [] (map (fun e => (fst e, sorted (snd e))) l))
  | v => v
  end.

(** Of convention, graphs and similarities. *)
Definition hash (l : list (text * json)) : text :=
  sha256_hex (written (sorted (Arr (flat_map
    (fun k => match entry k l with Some v => [v] | None => [] end)
    [w_convention; w_left; w_right; w_similarity])))).

(** *** The whole *)

(** The nodes of a proof; none of one that is below its certificate, which says so. *)
Definition proof_of (streamed : bool) (v : json) : outcome (list json) :=
  if streamed
  then match v with
       | Str s => demand (text_eqb s w_below) "proof: not a list of nodes" (Ok [])
       | _ => No None "proof: not a list of nodes"
       end
  else as_list "proof: not a list of nodes" v.

Definition required_keys : list text :=
  [w_format; w_id; w_convention; w_left; w_right; w_sha256; w_matched; w_alignment;
   w_proof].

(** What a certificate asks and what it claims, but for the nodes of a proof that is below it. *)
Definition read_claim (v : json) : outcome (question * claim) :=
  bind (as_object "not a JSON object" v) (fun l =>
  bind (bind (get_entry (w_format) l) (as_text "the format is not a string")) (fun format =>
  let streamed := text_eqb format (w_format_5) in
  demand (streamed || text_eqb format (w_format_4)) "the format is not 'smatchproof-certificate 4'"
  (demand (has_keys required_keys [w_similarity; w_step; w_at_most; w_optima] l) "keys missing or unknown"
  (bind (bind (get_entry (w_id) l) (as_text "id or convention is not a string")) (fun _ =>
   bind (bind (get_entry (w_convention) l) (as_text "id or convention is not a string")) (fun convention =>
   bind (bind (get_entry (w_left) l) graph) (fun A =>
   bind (bind (get_entry (w_right) l) graph) (fun B =>
   demand (Bool.eqb (held (w_similarity) l) (match stated (w_sim) convention with [] => false | _ => true end))
     "similarities and a convention that does not say so, or reversed"
   (bind (match entry (w_similarity) l with Some s => similarities s | None => Ok (1, []) end) (fun graded =>
    bind (bind (get_entry (w_sha256) l) (as_text "sha256 does not fit graphs and convention")) (fun stated_hash =>
    demand (text_eqb stated_hash (hash l)) "sha256 does not fit graphs and convention"
    (bind (rule_of convention) (fun rule =>
     bind (bind (get_entry (w_alignment) l) (alignment_of (fst A) (fst B))) (fun phi =>
     bind (bind (get_entry (w_matched) l) (natural large "matched: not a whole number from 0")) (fun matched =>
     bind (match entry (w_at_most) l with Some b => natural large "at_most: not a whole number from 0" b
                                             | None => Ok matched end) (fun bound =>
     bind (match entry (w_step) l with Some g => natural large "step: not a whole number from 0" g
                                          | None => Ok 1 end) (fun step =>
     bind (bind (get_entry (w_proof) l) (proof_of streamed)) (fun proof =>
     bind (match entry (w_optima) l with Some v => bind (optima_of (fst A) (fst B) v) (fun o => Ok (Some o))
                                            | None => Ok None end) (fun optima =>
     Ok ({| rule := rule; unit := fst graded; similar := snd graded; listed_left := snd A; listed_right := snd B;
            left_size := fst A; right_size := fst B |},
         {| aligned := phi; attained := matched; Checker.step := step; at_most := bound;
            by_counting := counts proof; Checker.streamed := streamed;
            Checker.optima := optima; nodes := fun rows => nodes_of rows (fst B) 0 proof [] |})))))))))))))))))))).

(** What a certificate proves. *)
Record report := {
  matched : Z;            (* in units of 1 over the denominator *)
  bound : Z;
  denominator : Z;
  left_triples : Z;
  right_triples : Z;
  forced : Z;             (* how many links all optima have, and how many only some have: *)
  open : Z }.             (* 0 where the certificate is not about all optima *)

Record settings := { line_limit : Z; weight_limit : Z; work_limit : Z }.

Definition report_of (q : question) (c : claim) (found : (Z * Z) * shares) : report :=
  let (sizes, shares) := found in
  {| matched := attained c; bound := at_most c; denominator := unit q;
     left_triples := fst sizes; right_triples := snd sizes;
     forced := tlength (forced_links shares); open := tlength (open_links shares) |}.

Definition parsed (s : settings) (line : list N) : outcome json :=
  demand (tlength line <=? line_limit s) "the line is longer than the limit"
  (found (parse line)
     "not JSON, or with a fraction, true, false, null, a number from 10^36 on, a key given twice, or too deep").

(** One node of a proof, on a line of its own. *)
Definition node_line (s : settings) (m n : nat) (line : list N) : outcome proof_node :=
  bind (parsed s line) (node_of m n).

Fixpoint nodes_below (s : settings) (m n : nat) (k : Z) (lines : list (list N)) : outcome (list proof_node) :=
  match lines with
  | [] => Ok []
  | line :: rest =>
      match node_line s m n line with
      | Ok x => bind (nodes_below s m n (k + 1) rest) (fun nodes => Ok (x :: nodes))
      | No _ why => No (Some k) why
      end
  end.

(** What a certificate asks and what it claims; its proof may be in the lines below it. *)
Definition read (s : settings) (v : json) (below : list (list N)) : outcome (question * claim) :=
  bind (read_claim v) (fun qc => let (q, c) := qc in
  if streamed c then Ok (q, with_nodes c (fun rows => nodes_below s rows (right_size q) 0 below))
  else match below with [] => Ok (q, c) | _ => No None "the certificate has ended before these lines" end).

(** The judgement on a certificate, and on the lines below it that are its proof. *)
Definition certify (s : settings) (line : list N) (below : list (list N)) : outcome report :=
  bind (parsed s line) (fun v =>
  bind (read s v below) (fun qc => let (q, c) := qc in
  bind (judge (weight_limit s, work_limit s) q c) (fun found => Ok (report_of q c found)))).

(** ** What it means *)

Definition fraction (x y : Z) : Q := (inject_Z x / inject_Z y)%Q.

(** The F-score of so many matched N-ths, of graphs of these sizes. *)
Definition f1 (matched unit : Z) (sizes : Z * Z) : Q := fraction (2 * matched) (unit * (fst sizes + snd sizes)).

Lemma fraction_mono x y d : 0 <= d -> x <= y -> (fraction x d <= fraction y d)%Q.
Proof.
  intros Pos Le. unfold fraction, Qdiv. apply Qmult_le_compat_r.
  - rewrite <- Zle_Qle. exact Le.
  - apply Qinv_le_0_compat. change 0%Q with (inject_Z 0). rewrite <- Zle_Qle. exact Pos.
Qed.

(** What a certificate is accepted for is true.  It is about the triples that [read] finds in it: its alignment matches
    what it says, no alignment matches more than its bound, and the sizes are those of the two graphs.  So if the
    two numbers are one, it is the best score, and no alignment has a better F-score. *)
Theorem certified_f1 s line below r :
  certify s line below = Ok r ->
  exists v q c, parse line = Some v /\ read s v below = Ok (q, c) /\
    pinj (aligned c) /\ score_of q (aligned c) = matched r /\
    (forall phi, pinj phi -> score_of q phi <= bound r) /\
    denominator r = unit q /\ 1 <= unit q /\
    left_triples r = Z.of_nat (size (rule q) (left q)) /\ right_triples r = Z.of_nat (size (rule q) (right q)) /\
    (forall phi, pinj phi -> (f1 (score_of q phi) (unit q) (sizes q)
                              <= f1 (bound r) (denominator r) (left_triples r, right_triples r))%Q) /\
    (matched r = bound r ->
       f1 (score_of q (aligned c)) (unit q) (sizes q)
       = f1 (bound r) (denominator r) (left_triples r, right_triples r)).
Proof.
  unfold certify. intros E. apply bind_ok in E. destruct E as (v & Parse & E).
  apply demand_ok in Parse. destruct Parse as [_ Parse]. apply found_ok in Parse.
  apply bind_ok in E. destruct E as ([q c] & Read & E). apply bind_ok in E. destruct E as ([sz shares] & J & E).
  injection E as <-. apply judge_sound in J. destruct J as (-> & PI & Score & Best & Unit & _).
  exists v, q, c. cbn [matched bound denominator left_triples right_triples].
  repeat (split; [assumption || reflexivity|]). split.
  - intros phi PF. apply fraction_mono; [|specialize (Best phi PF); lia]. unfold sizes. cbn [fst snd]. nia.
  - intros <-. rewrite Score. reflexivity.
Qed.

(** And a certificate about all optima is accepted for what is true of them: its alignment is an optimum, and there are two
    lists of pairs, each pair once, as long as the two numbers that are reported.  A pair is in the first if and only if it
    is a link of every optimum; it is in the second if and only if it is a link of some optimum and not of another.  Other
    certificates report that there is none of either. *)
Theorem certified_optima s line below r :
  certify s line below = Ok r ->
  exists v q c, parse line = Some v /\ read s v below = Ok (q, c) /\
    match optima c with
    | Some _ =>
        optimal q (aligned c) /\ score_of q (aligned c) = matched r /\ matched r = bound r /\
        exists F O, NoDup F /\ NoDup O /\ forced r = Z.of_nat (length F) /\ open r = Z.of_nat (length O) /\
          (forall p, In p F <-> forall phi, optimal q phi -> link q phi p) /\
          (forall p, In p O <->
             (exists phi, optimal q phi /\ link q phi p) /\ (exists phi, optimal q phi /\ ~ link q phi p))
    | None => forced r = 0 /\ open r = 0
    end.
Proof.
  unfold certify. intros E. apply bind_ok in E. destruct E as (v & Parse & E).
  apply demand_ok in Parse. destruct Parse as [_ Parse]. apply found_ok in Parse.
  apply bind_ok in E. destruct E as ([q c] & Read & E). apply bind_ok in E. destruct E as ([sz shares] & J & E).
  injection E as <-. apply judge_sound in J. destruct J as (_ & PI & Score & Best & _ & _ & Shares).
  exists v, q, c. cbn [matched bound forced open]. split; [exact Parse | split; [exact Read|]].
  rewrite !tlength_eq. destruct (optima c) as [o|].
  - destruct Shares as [Tight (N1 & N2 & All & Some')].
    split; [split; [exact PI | intros psi P2; rewrite Score, Tight; apply Best, P2]|].
    split; [exact Score | split; [exact Tight|]]. exists (forced_links shares), (open_links shares).
    repeat (split; [assumption || reflexivity|]). exact Some'.
  - rewrite Shares. auto.
Qed.

(** Without similarities this is the score of Certificate.v. *)
Theorem score_of_plain q phi :
  unit q = 1 -> similar q = [] -> score_of q phi = Z.of_nat (score_copies (rule q) (left q) (right q) phi).
Proof.
  intros Unit None. unfold score_of, graded_score. rewrite Unit, None, graded_gain_nil. lia.
Qed.

(** ** A file of certificates *)

Record sums := { certificates : Z; bounds : Q; matches : Q; lefts : Z; rights : Z; all_forced : Z; all_open : Z }.

Definition no_sums : sums :=
  {| certificates := 0; bounds := 0; matches := 0; lefts := 0; rights := 0; all_forced := 0; all_open := 0 |}.

Definition plus (x y : Q) : Q := let z := Qplus x y in match Qden z with xH => z | _ => Qred z end.

Definition part (x d : Z) : Q := if d =? 1 then inject_Z x else Qred (fraction x d).

Definition add (t : sums) (r : report) : sums := {|
  certificates := certificates t + 1;
  bounds := plus (bounds t) (part (bound r) (denominator r));
  matches := plus (matches t) (part (matched r) (denominator r));
  lefts := lefts t + left_triples r;
  rights := rights t + right_triples r;
  all_forced := all_forced t + forced r;
  all_open := all_open t + open r |}.

Definition shown_number (z : Z) : text := print_number z.

Definition shown (x : Q) : text :=
  let y := Qred x in
  match Qden y with
  | xH => shown_number (Qnum y)
  | d => shown_number (Qnum y) ++ word "/" ++ shown_number (Zpos d)
  end.

(** What is printed of the line of that number, if it is refused. *)
Definition refusal (number : Z) (node : option Z) (why : String.string) : text :=
  word "line " ++ shown_number number ++ word ": refused: "
  ++ match node with Some k => word "proof node " ++ shown_number k ++ word ": " | None => [] end
  ++ word why ++ [10%N].

(** Sums of fractions over many denominators would soon be longer than their certificates. *)
Definition presentable (t : sums) : bool := (QDen (bounds t) <? large) && (QDen (matches t) <? large).

(** The sums so far, with what the line of that number proves; or what is printed of a line that is refused. *)
Definition take (t : sums) (number : Z) (found : outcome report) : sums + text :=
  match found with
  | Ok r =>
      let t' := add t r in
      if presentable t' then inl t'
      else inr (refusal number None "sums need a denominator of 10^36 or more")
  | No node why => inr (refusal number node why)
  end.

(** A certificate that has begun: it is judged, or what it proves if the walk through the lines below it ends well. *)
Inductive begun := Judged (r : report) | Walking (r : report) (k : walking).

Definition begin_certificate (s : settings) (line : list N) : outcome begun :=
  bind (parsed s line) (fun v =>
  bind (read_claim v) (fun qc => let (q, c) := qc in
  let limits := (weight_limit s, work_limit s) in
  if streamed c
  then bind (judge_plan limits q c) (fun found => let '(sizes, (p, shares)) := found in
       bind (begin_walk p) (fun k => Ok (Walking (report_of q c (sizes, shares)) k)))
  else bind (judge limits q c) (fun found => Ok (Judged (report_of q c found))))).

(** The next node of its proof. *)
Definition next_node (s : settings) (k : walking) (line : list N) : outcome walking :=
  let p := walk_plan k in
  bind (at_node (walk_number k) (node_line s (plan_rows p) (plan_columns p) line)) (walk_on k).

(** A file so far: what it has proved, how many lines there were, and, within a certificate, the number of its line, what it
    proves and where the walk is.  So the memory is that of one path of a proof. *)
Record file_so_far := { so_far : sums; lines_read : Z; within : option (Z * report * walking) }.

Definition no_lines : file_so_far := {| so_far := no_sums; lines_read := 0; within := None |}.

(** After a certificate that is accepted or refused. *)
Definition ended (m : file_so_far) (first : Z) (found : outcome report) : file_so_far + text :=
  match take (so_far m) first found with
  | inl t => inl {| so_far := t; lines_read := lines_read m + 1; within := None |}
  | inr why => inr why
  end.

(** One line more of a file. *)
Definition feed (s : settings) (m : file_so_far) (line : list N) : file_so_far + text :=
  match within m with
  | None =>
      let first := lines_read m + 1 in
      match begin_certificate s line with
      | Ok (Judged r) => ended m first (Ok r)
      | Ok (Walking r k) => inl {| so_far := so_far m; lines_read := first; within := Some (first, r, k) |}
      | No node why => inr (refusal first node why)
      end
  | Some (first, r, k) =>
      match next_node s k line with
      | Ok k =>
          match walk_stack k with
          | [] => ended m first (Ok r)
          | _ => inl {| so_far := so_far m; lines_read := lines_read m + 1; within := Some (first, r, k) |}
          end
      | No node why => inr (refusal first node why)
      end
  end.

(** The end of the file: no proof may lack nodes. *)
Definition finish (m : file_so_far) : sums + text :=
  match within m with
  | None => inl (so_far m)
  | Some (first, _, _) => inr (refusal first None "the proof has ended, but nodes are missing")
  end.

(** What is printed of a file that was verified. *)
Definition result (t : sums) : text :=
  shown_number (certificates t) ++ word " certificates verified: at most " ++ shown (bounds t)
  ++ word ", proved; at least " ++ shown (matches t) ++ word ", attained" ++ [10%N]
  ++ (if (lefts t =? 0) || (rights t =? 0) then []
      else
        let prf := fun factor size => shown (matches t * inject_Z factor / inject_Z size)%Q in
        word "attained: precision " ++ prf 1 (lefts t) ++ word ", recall " ++ prf 1 (rights t)
        ++ word ", F1 " ++ prf 2 (lefts t + rights t) ++ [10%N])
  ++ if (all_forced t =? 0) && (all_open t =? 0) then []
     else
       word "links: " ++ shown_number (all_forced t) ++ word " in every optimum, " ++ shown_number (all_open t)
       ++ word " in some, as far as certificates are about all optima" ++ [10%N].

Fixpoint feed_all (s : settings) (m : file_so_far) (lines : list (list N)) : file_so_far + text :=
  match lines with
  | [] => inl m
  | line :: rest => match feed s m line with inl m => feed_all s m rest | inr why => inr why end
  end.

Lemma plus_eq x y : (plus x y == x + y)%Q.
Proof. unfold plus. destruct (Qden (x + y)); try apply Qred_correct. reflexivity. Qed.

Lemma part_eq x d : (part x d == fraction x d)%Q.
Proof.
  unfold part. destruct (Z.eqb_spec d 1) as [->|_]; [|apply Qred_correct]. unfold fraction. field.
Qed.

Definition qsum {T} (f : T -> Q) (l : list T) : Q := fold_right (fun x y => f x + y)%Q 0%Q l.

(** The sums are those from before and those of certificates that prove this. *)
Definition sums_grow (t t' : sums) (rs : list report) : Prop :=
  certificates t' = certificates t + Z.of_nat (length rs) /\
  (bounds t' == bounds t + qsum (fun r => fraction (bound r) (denominator r)) rs)%Q /\
  (matches t' == matches t + qsum (fun r => fraction (matched r) (denominator r)) rs)%Q /\
  lefts t' = lefts t + zsum left_triples rs /\
  rights t' = rights t + zsum right_triples rs /\
  all_forced t' = all_forced t + zsum forced rs /\
  all_open t' = all_open t + zsum open rs.

Lemma sums_stay t : sums_grow t t [].
Proof. unfold sums_grow. cbn [qsum fold_right zsum length]. repeat split; try lia; ring. Qed.

Lemma take_grows t number r t1 t' rs : take t number (Ok r) = inl t1 -> sums_grow t1 t' rs -> sums_grow t t' (r :: rs).
Proof.
  unfold take. cbv zeta. destruct (presentable _); [|discriminate]. intros E (Ec & Eb & Em & El & Er & Ef & Eo).
  injection E as <-. unfold sums_grow.
  cbn [add certificates bounds matches lefts rights all_forced all_open] in *. cbn [qsum fold_right zsum length].
  repeat split; try lia.
  - rewrite Eb, plus_eq, part_eq. fold (qsum (fun r => fraction (bound r) (denominator r)) rs). ring.
  - rewrite Em, plus_eq, part_eq. fold (qsum (fun r => fraction (matched r) (denominator r)) rs). ring.
Qed.

(** A walk that has come so far through these lines. *)
Inductive come (s : settings) (k0 : walking) : list (list N) -> walking -> Prop :=
  | Come_begin : come s k0 [] k0
  | Come_on lines k line k' : come s k0 lines k -> next_node s k line = Ok k' -> come s k0 (lines ++ [line]) k'.

Lemma next_node_ok s k line k' :
  next_node s k line = Ok k' ->
  exists node, node_line s (plan_rows (walk_plan k)) (plan_columns (walk_plan k)) line = Ok node /\ walk_on k node = Ok k'.
Proof.
  unfold next_node. cbv zeta. intros E. apply bind_ok in E. destruct E as (node & N & E). apply at_node_ok in N. eauto.
Qed.

Lemma walk_on_plan k node k' : walk_on k node = Ok k' -> walk_plan k' = walk_plan k.
Proof.
  unfold walk_on. destruct (walk_stack k) as [|w below]; [discriminate|].
  destruct (visit_on _ _ _ _ _ _ _) as [[[stack known] left]|]; [|discriminate]. intros E. injection E as <-. reflexivity.
Qed.

Lemma nodes_below_snoc s m n lines : forall k nodes line node,
  nodes_below s m n k lines = Ok nodes -> node_line s m n line = Ok node ->
  nodes_below s m n k (lines ++ [line]) = Ok (nodes ++ [node]).
Proof.
  induction lines as [|l lines IH]; cbn [nodes_below List.app]; intros k nodes line node E N.
  - injection E as <-. rewrite N. reflexivity.
  - destruct (node_line s m n l) as [x|]; [|discriminate]. apply bind_ok in E. destruct E as (rest & E & Same).
    injection Same as <-. rewrite (IH _ _ _ _ E N). reflexivity.
Qed.

Lemma walk_on_all_snoc nodes : forall k k1 node k2,
  walk_on_all k nodes = Ok k1 -> walk_on k1 node = Ok k2 -> walk_on_all k (nodes ++ [node]) = Ok k2.
Proof.
  induction nodes as [|x nodes IH]; cbn [walk_on_all List.app]; intros k k1 node k2 E N.
  - injection E as <-. rewrite N. reflexivity.
  - destruct (walk_on k x) as [k'|]; [|discriminate]. eapply IH; eassumption.
Qed.

Lemma come_walks s k0 lines k :
  come s k0 lines k ->
  walk_plan k = walk_plan k0 /\
  exists nodes, nodes_below s (plan_rows (walk_plan k0)) (plan_columns (walk_plan k0)) 0 lines = Ok nodes /\
    walk_on_all k0 nodes = Ok k.
Proof.
  induction 1 as [|lines k line k' _ [P (nodes & N & E)] Next].
  - split; [reflexivity | exists []; split; reflexivity].
  - apply next_node_ok in Next. destruct Next as (node & Node & On). rewrite P in Node. split.
    + rewrite (walk_on_plan _ _ _ On). exact P.
    + exists (nodes ++ [node]). split; [apply nodes_below_snoc; assumption | eapply walk_on_all_snoc; eassumption].
Qed.

Lemma begin_judged s line r : begin_certificate s line = Ok (Judged r) -> certify s line [] = Ok r.
Proof.
  unfold begin_certificate, certify. intros E. apply bind_ok in E. destruct E as (v & -> & E). cbn [bind].
  apply bind_ok in E. destruct E as ([q c] & R & E). unfold read. rewrite R. cbn [bind]. destruct (streamed c).
  - apply bind_ok in E. destruct E as ([sizes [p shares]] & _ & E). apply bind_ok in E. destruct E as (k & _ & E). discriminate.
  - cbn [bind]. apply bind_ok in E. destruct E as (found & -> & E). cbn [bind]. congruence.
Qed.

(** A proof that was walked through node by node is the proof of its certificate. *)
Theorem walked_certificate s line below r k0 k :
  begin_certificate s line = Ok (Walking r k0) -> come s k0 below k -> walk_stack k = [] -> certify s line below = Ok r.
Proof.
  unfold begin_certificate, certify. intros E Come End. apply come_walks in Come. destruct Come as [_ (nodes & N & All)].
  apply bind_ok in E. destruct E as (v & -> & E). cbn [bind].
  apply bind_ok in E. destruct E as ([q c] & R & E). unfold read. rewrite R. cbn [bind].
  destruct (streamed c) eqn:Streamed; [|apply bind_ok in E; destruct E as (found & _ & E); discriminate].
  cbn [bind]. apply bind_ok in E. destruct E as ([sizes [p shares]] & J & E). apply bind_ok in E. destruct E as (k' & B & E).
  injection E as <- <-. destruct (judge_plan_fits _ _ _ _ _ _ J) as [Columns Renews].
  assert (On : walk_plan k' = p).
  { unfold begin_walk in B. apply demand_ok in B. destruct B as [_ B]. injection B as <-. reflexivity. }
  rewrite On, Columns in N. rewrite Streamed in Renews.
  rewrite (judge_plan_ok (weight_limit s, work_limit s) q (with_nodes c _) sizes p shares nodes).
  - reflexivity.
  - exact J.
  - exact N.
  - eapply walk_on_all_ok; eassumption.
Qed.

(** The lines of certificates: each with those below it. *)
Definition lines_of (groups : list (list N * list (list N))) : list (list N) :=
  flat_map (fun group => fst group :: snd group) groups.

Definition all_certified (s : settings) : list (list N * list (list N)) -> list report -> Prop :=
  Forall2 (fun group r => certify s (fst group) (snd group) = Ok r).

Lemma feed_all_ok s lines : forall m m',
  feed_all s m lines = inl m' -> within m' = None ->
  match within m with
  | None =>
      exists groups rs, lines = lines_of groups /\ all_certified s groups rs /\ sums_grow (so_far m) (so_far m') rs
  | Some (_, r, k) => forall line k0 done,
      begin_certificate s line = Ok (Walking r k0) -> come s k0 done k ->
      exists more groups rs, lines = more ++ lines_of groups /\ certify s line (done ++ more) = Ok r /\
        all_certified s groups rs /\ sums_grow (so_far m) (so_far m') (r :: rs)
  end.
Proof.
  induction lines as [|line lines IH]; cbn [feed_all]; intros m m' E End.
  - injection E as <-. rewrite End. exists [], []. repeat split; try constructor; apply sums_stay.
  - destruct (feed s m line) as [m1|] eqn:F; [|discriminate]. specialize (IH m1 m' E End). clear E.
    unfold feed in F. destruct (within m) as [[[first r] k]|].
    + intros header k0 done Begin Come. destruct (next_node s k line) as [k1|] eqn:Next; [|discriminate].
      assert (Come1 := Come_on s k0 done k line k1 Come Next).
      destruct (walk_stack k1) as [|w stack] eqn:Stack.
      * unfold ended in F. destruct (take (so_far m) first (Ok r)) as [t|] eqn:T; [|discriminate]. injection F as <-.
        cbn [within so_far] in IH. destruct IH as (groups & rs & -> & All & Grow).
        exists [line], groups, rs. split; [reflexivity|].
        split; [eapply walked_certificate; eassumption | split; [exact All | eapply take_grows; eassumption]].
      * injection F as <-. cbn [within so_far] in IH. destruct (IH header k0 _ Begin Come1) as (more & groups & rs & -> & C & All & Grow).
        exists (line :: more), groups, rs. split; [reflexivity|]. rewrite <- app_assoc in C. auto.
    + destruct (begin_certificate s line) as [[r|r k]|] eqn:Begin; [| |discriminate].
      * unfold ended in F. destruct (take (so_far m) _ (Ok r)) as [t|] eqn:T; [|discriminate]. injection F as <-.
        cbn [within so_far] in IH. destruct IH as (groups & rs & -> & All & Grow).
        exists ((line, []) :: groups), (r :: rs). split; [reflexivity|].
        split; [constructor; [apply begin_judged, Begin | exact All] | eapply take_grows; eassumption].
      * injection F as <-. cbn [within so_far] in IH.
        destruct (IH line k [] Begin (Come_begin s k)) as (more & groups & rs & -> & C & All & Grow).
        exists ((line, more) :: groups), (r :: rs). split; [reflexivity|].
        split; [constructor; [exact C | exact All] | exact Grow].
Qed.

(** A file is accepted if it is certificates, each with the lines of its proof, that were all accepted; and the sums are
    theirs. *)
Theorem certified_file s lines m t :
  feed_all s no_lines lines = inl m -> finish m = inl t ->
  exists groups rs, lines = lines_of groups /\ all_certified s groups rs /\ sums_grow no_sums t rs.
Proof.
  intros E F. unfold finish in F. destruct (within m) as [[[first r] k]|] eqn:W; [discriminate|]. injection F as <-.
  exact (feed_all_ok s lines no_lines m E W).
Qed.
