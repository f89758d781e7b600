(** * PENMAN notation

    From the bytes of a text to the graph that is written there, as `parse_graph` of smatchproof/graphs/reading.py reads
    it: [read_penman].  What that refuses is refused here, and what it reads is read as the same graph; tests compare the
    two, no theorem does.

    The text is UTF-8.  Its lines end with line feeds; a line whose first character that is no white space (in the sense
    of Unicode) is # says nothing.  Each other line is a sequence of tokens, the longest one at each place:

      comment    # and all that follows on the line
      string     " ... " on one line; a backslash and the character behind it are two characters of the string
      alignment  ~, perhaps a letter a-z and perhaps a full stop behind the letter, digits; more digits behind commas
      role       a colon and any characters but those that separate
      symbol     one or more characters but those that separate
      ( ) /

    Blanks, tabs, line feeds, carriage returns, vertical tabs, form feeds and the signs parentheses, / : ~ and quote
    separate.  No other character does: a no-break space is part of a symbol.  The tokens then are

      text   ::=  graph (comment | symbol of white space in the sense of Unicode)*
      graph  ::=  ( symbol / value branch* )
      branch ::=  role alignment? value  |  role alignment? graph
      value  ::=  (symbol | string) alignment?

    where no symbol stands for two graphs, and what follows the colon of a role is neither nothing nor begins with a
    digit.  Alignments say nothing of the graph.

    [read_layout] says that a text is read by its tokens, not by its layout; [read_distinct], that no two variables of a
    graph that was read have one name. *)

From Coq Require Import Arith Lia Bool List NArith ZArith.
From SmatchProof Require Import Lists Maps Json Program.
Import ListNotations.
Local Open Scope N_scope.

(** ** From bytes to characters *)

(** By the machine that reads strings of JSON, where each byte from 128 on is a part of a character. *)
Fixpoint utf8_from (bytes : list N) (r : reading) : option text :=
  match bytes, r with
  | [], In_string got => Some (trev got)
  | c :: rest, In_string got =>
      if c <? tail_first then utf8_from rest (In_string (c :: got))
      else match in_string got c with Some r => utf8_from rest r | None => None end
  | c :: rest, In_utf8 _ _ _ _ => match Json.step r c with Some (r', _) => utf8_from rest r' | None => None end
  | _, _ => None
  end.

Definition utf8 (bytes : list N) : option text := utf8_from bytes (In_string []).

(** ** From characters to tokens *)

Inductive token := Open_node | Close_node | Slash | Role (s : text) | Symbol (s : text) | Quoted (s : text) | Alignment | Comment
  | Wrong.   (* a tilde without a number, a string that does not end on its line *)

Definition hash_sign : N := 35.
Definition left_parenthesis : N := 40.
Definition right_parenthesis : N := 41.
Definition full_stop : N := 46.
Definition small_z : N := 122.
Definition tilde : N := 126.

(** What str.isspace of Python says; of these the first six separate tokens. *)
Definition blanks : list N := [space; tab; line_feed; 11; form_feed; carriage_return].
Definition other_spaces : list N :=
  [28; 29; 30; 31; 0x85; 0xA0; 0x1680; 0x2000; 0x2001; 0x2002; 0x2003; 0x2004; 0x2005; 0x2006; 0x2007; 0x2008; 0x2009;
   0x200A; 0x2028; 0x2029; 0x202F; 0x205F; 0x3000].

Definition among (l : list N) (c : N) : bool := existsb (N.eqb c) l.
Definition blank (c : N) : bool := among blanks c.
Definition space_of_unicode (c : N) : bool := blank c || among other_spaces c.

Definition signs : list N := [left_parenthesis; right_parenthesis; solidus; colon; tilde; quote].
Definition separates (c : N) : bool := blank c || among signs c.
Definition digit (c : N) : bool := (digit_0 <=? c) && (c <=? digit_9).

Inductive inside :=
  | Apart
  | In_symbol (got : text)       (* what was read of it, the last character first *)
  | In_role (got : text)
  | In_quotes (got : text)
  | Escaped (got : text)         (* after a backslash in a string *)
  | After_tilde
  | After_letter
  | After_point
  | In_alignment
  | After_comma                  (* of an alignment; what follows may be none of its digits *)
  | In_comment.

(** The first character of a token, or a blank. *)
Definition begin (c : N) : inside * list token :=
  if blank c then (Apart, [])
  else if c =? left_parenthesis then (Apart, [Open_node])
  else if c =? right_parenthesis then (Apart, [Close_node])
  else if c =? solidus then (Apart, [Slash])
  else if c =? colon then (In_role [], [])
  else if c =? quote then (In_quotes [], [])
  else if c =? tilde then (After_tilde, [])
  else if c =? hash_sign then (In_comment, [Comment])
  else (In_symbol [c], []).

(** A token has ended before this character. *)
Definition ended (t : token) (c : N) : inside * list token := let (s, ts) := begin c in (s, t :: ts).

Definition in_symbol (got : text) (c : N) : inside * list token :=
  if separates c then ended (Symbol (trev got)) c else (In_symbol (c :: got), []).

(** One character: where the machine is then, and the tokens that were found. *)
Definition next (s : inside) (c : N) : inside * list token :=
  match s with
  | Apart => begin c
  | In_symbol got => in_symbol got c
  | In_role got => if separates c then ended (Role (trev got)) c else (In_role (c :: got), [])
  | In_quotes got =>
      if c =? quote then (Apart, [Quoted (trev got)])
      else if c =? backslash then (Escaped got, []) else (In_quotes (c :: got), [])
  | Escaped got => (In_quotes (c :: backslash :: got), [])
  | After_tilde =>
      if digit c then (In_alignment, [])
      else if (small_a <=? c) && (c <=? small_z) then (After_letter, []) else ended Wrong c
  | After_letter =>
      if digit c then (In_alignment, []) else if c =? full_stop then (After_point, []) else ended Wrong c
  | After_point => if digit c then (In_alignment, []) else ended Wrong c
  | In_alignment =>
      if digit c then (In_alignment, []) else if c =? comma then (After_comma, []) else ended Alignment c
  | After_comma =>
      if digit c then (In_alignment, [])
      else let (s, ts) := in_symbol [comma] c in (s, Alignment :: ts)
  | In_comment => (In_comment, [])
  end.

(** What the end of the line ends. *)
Definition last_tokens (s : inside) : list token :=
  match s with
  | Apart | In_comment => []
  | In_symbol got => [Symbol (trev got)]
  | In_role got => [Role (trev got)]
  | In_quotes _ | Escaped _ | After_tilde | After_letter | After_point => [Wrong]
  | In_alignment => [Alignment]
  | After_comma => [Alignment; Symbol [comma]]
  end.

Fixpoint tokens_from (s : inside) (line : text) (done : list token) : list token :=
  match line with
  | [] => trev (rev_append (last_tokens s) done)
  | c :: rest => let (s', ts) := next s c in tokens_from s' rest (rev_append ts done)
  end.

Definition tokens_of_line (line : text) : list token := tokens_from Apart line [].

Fixpoint says_nothing (line : text) : bool :=
  match line with
  | [] => false
  | c :: rest => if space_of_unicode c then says_nothing rest else c =? hash_sign
  end.

Definition tokens_of (s : text) : list token :=
  tflat_map (fun line => if says_nothing line then [] else tokens_of_line line) (split line_feed s [] []).

(** ** From tokens to a graph *)

(** A concept, a constant or the name of a variable; or a string, without the quotes around it. *)
Inductive value := Bare (s : text) | In_string_marks (s : text).

Definition edge := (nat * text * value)%type.   (* the number of the variable that it stands below, a role, a target *)

(** The variables with their concepts, the root first, and the edges, both in the order of the text. *)
Record amr := { nodes : list (text * value); edges : list edge }.

Definition names (g : amr) : list text := map fst (nodes g).

(** What has been read so far, the last one first; the numbers of the variables that are open; how many there are. *)
Record draft := {
  named : list (text * value);
  drawn : list edge;
  seen : LM.t unit;
  opened : list nat;
  number_of : nat }.

Definition nothing : draft := {| named := []; drawn := []; seen := LM.empty unit; opened := []; number_of := 0 |}.

Definition name_key (s : text) : Key.t := tmap N.to_nat s.

Inductive expecting :=
  | First                                    (* ( of the root *)
  | Name (role : option text)                (* the variable of a node, which is the target of that role *)
  | Stroke (name : text)                     (* / behind the variable *)
  | Concept (name : text)
  | Branch (aligned : bool)                  (* a role or ); or, before it, an alignment *)
  | Target (role : text) (aligned : bool)    (* likewise *)
  | Ended.

Definition value_of (t : token) : option value :=
  match t with Symbol s => Some (Bare s) | Quoted s => Some (In_string_marks s) | _ => None end.

(** The number of the variable below which the next edge stands. *)
Definition below (d : draft) : nat := match opened d with k :: _ => k | [] => O end.

Definition draw (d : draft) (role : text) (target : value) : draft :=
  {| named := named d; drawn := (below d, role, target) :: drawn d; seen := seen d; opened := opened d; number_of := number_of d |}.

Definition open_node (d : draft) (name : text) (concept : value) : draft :=
  {| named := (name, concept) :: named d; drawn := drawn d; seen := LM.add (name_key name) tt (seen d);
     opened := number_of d :: opened d; number_of := S (number_of d) |}.

Definition close_node (d : draft) : expecting * draft :=
  let rest := match opened d with _ :: rest => rest | [] => [] end in
  (match rest with [] => Ended | _ => Branch true end,
   {| named := named d; drawn := drawn d; seen := seen d; opened := rest; number_of := number_of d |}).

(** Neither nothing, nor the rest of a time such as 12:30. *)
Definition good_role (s : text) : bool := match s with [] => false | c :: _ => negb (digit c) end.

(** One token: what is expected then, and what has been read; [None] for a token that was not expected. *)
Definition accept (e : expecting) (d : draft) (t : token) : option (expecting * draft) :=
  match e, t with
  | First, Open_node => Some (Name None, d)
  | Name role, Symbol s =>
      if has (name_key s) (seen d) then None
      else Some (Stroke s, match role with Some r => draw d r (Bare s) | None => d end)
  | Stroke s, Slash => Some (Concept s, d)
  | Concept s, t => match value_of t with Some v => Some (Branch false, open_node d s v) | None => None end
  | Branch false, Alignment => Some (Branch true, d)
  | Branch _, Role r => if good_role r then Some (Target r false, d) else None
  | Branch _, Close_node => Some (close_node d)
  | Target r false, Alignment => Some (Target r true, d)
  | Target r _, Open_node => Some (Name (Some r), d)
  | Target r _, t => match value_of t with Some v => Some (Branch false, draw d r v) | None => None end
  | Ended, Comment => Some (Ended, d)
  | Ended, Symbol s => if forallb space_of_unicode s then Some (Ended, d) else None
  | _, _ => None
  end.

Fixpoint build_graph (ts : list token) (e : expecting) (d : draft) : option amr :=
  match ts with
  | [] => match e with Ended => Some {| nodes := trev (named d); edges := trev (drawn d) |} | _ => None end
  | t :: rest => match accept e d t with Some (e', d') => build_graph rest e' d' | None => None end
  end.

Definition graph_of (s : text) : option amr := build_graph (tokens_of s) First nothing.

Definition read_penman (bytes : list N) : option amr :=
  match utf8 bytes with Some s => graph_of s | None => None end.

(** ** What a reading has *)

(** The names of all variables are in the map, and no name is there twice. *)
Definition known (d : draft) : Prop :=
  NoDup (map fst (named d)) /\ (forall s, has (name_key s) (seen d) = false -> ~ In s (map fst (named d))).

Lemma name_key_inj s t : name_key s = name_key t -> s = t.
Proof.
  unfold name_key. rewrite !tmap_eq. revert t.
  induction s as [|c s IH]; destruct t as [|d t]; simpl; intros E; try discriminate; [reflexivity|].
  injection E as Ec Es. apply N2Nat.inj in Ec. f_equal; auto.
Qed.

Lemma has_add k l (m : LM.t unit) : has l (LM.add k tt m) = if Key.eq_dec k l then true else has l m.
Proof. unfold has. rewrite LM_add. destruct (Key.eq_dec k l); reflexivity. Qed.

(** The name of a node whose concept is to come is new. *)
Definition fits (e : expecting) (d : draft) : Prop :=
  known d /\ match e with Stroke s | Concept s => ~ In s (map fst (named d)) | _ => True end.

Lemma accept_fits e d t e' d' : accept e d t = Some (e', d') -> fits e d -> fits e' d'.
Proof.
  unfold fits. destruct e as [|role|s|s|[|]|r [|]|]; destruct t; cbn [accept value_of]; intros E [K F]; try discriminate;
    try (injection E as <- <-; split; [exact K | exact I || exact F]; fail).
  - destruct (has _ _) eqn:H; [discriminate|]. injection E as <- <-.
    destruct role; (split; [exact K | exact (proj2 K _ H)]).
  - injection E as <- <-. split; [|exact I]. destruct K as [ND Has]. split; cbn [open_node named map fst].
    + constructor; assumption.
    + intros n. unfold open_node. cbn [seen]. rewrite has_add. destruct (Key.eq_dec _ _) as [|Ne]; [discriminate|].
      intros H [->|Hn]; [apply Ne; reflexivity | exact (Has n H Hn)].
  - injection E as <- <-. split; [|exact I]. destruct K as [ND Has]. split; cbn [open_node named map fst].
    + constructor; assumption.
    + intros n. unfold open_node. cbn [seen]. rewrite has_add. destruct (Key.eq_dec _ _) as [|Ne]; [discriminate|].
      intros H [->|Hn]; [apply Ne; reflexivity | exact (Has n H Hn)].
  - injection E as <- <-. split; [exact K|]. destruct (opened d) as [|? [|]]; exact I.
  - destruct (good_role _); [|discriminate]. injection E as <- <-. split; [exact K | exact I].
  - injection E as <- <-. split; [exact K|]. destruct (opened d) as [|? [|]]; exact I.
  - destruct (good_role _); [|discriminate]. injection E as <- <-. split; [exact K | exact I].
  - destruct (forallb _ _); [|discriminate]. injection E as <- <-. split; [exact K | exact I].
Qed.

Lemma build_graph_distinct ts : forall e d g, build_graph ts e d = Some g -> fits e d -> NoDup (names g).
Proof.
  induction ts as [|t ts IH]; cbn [build_graph]; intros e d g E F.
  - destruct e; try discriminate. injection E as <-. unfold names. cbn [nodes]. rewrite trev_eq, map_rev.
    apply NoDup_rev, F.
  - destruct (accept e d t) as [[e' d']|] eqn:A; [|discriminate]. eapply IH; [exact E | eapply accept_fits; eassumption].
Qed.

(** No two variables of a graph that was read have one name. *)
Theorem read_distinct bytes g : read_penman bytes = Some g -> NoDup (names g).
Proof.
  unfold read_penman, graph_of. destruct (utf8 bytes) as [s|]; [|discriminate]. intros E.
  eapply build_graph_distinct; [exact E|]. split; [|exact I]. split; [constructor|]. intros s' _ [].
Qed.
