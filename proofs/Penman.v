(** * PENMAN notation

    From the bytes of a text to the graph that is written there, as `parse_graph` of src/smatchproof/graphs/reading.py reads
    it: [read_penman].  What that refuses is refused here, and what it reads is read as the same graph; tests compare the
    two, no theorem does.

    The text is UTF-8.  Its lines end with line feeds (main.ml makes such of all other ends); a line whose first
    character that is no white space (in the sense of Unicode) is # says nothing.  Each other line is a sequence of tokens, the longest one at each place:

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

Definition names (g : amr) : list text := tmap fst (nodes g).

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
  - destruct e; try discriminate. injection E as <-. unfold names. cbn [nodes]. rewrite tmap_eq, trev_eq, map_rev.
    apply NoDup_rev, F.
  - destruct (accept e d t) as [[e' d']|] eqn:A; [|discriminate]. eapply IH; [exact E | eapply accept_fits; eassumption].
Qed.

(** No two variables of a graph that was read have one name. *)
Theorem read_distinct bytes g : read_penman bytes = Some g -> NoDup (names g).
Proof.
  unfold read_penman, graph_of. destruct (utf8 bytes) as [s|]; [|discriminate]. intros E.
  eapply build_graph_distinct; [exact E|]. split; [|exact I]. split; [constructor|]. intros s' _ [].
Qed.

(** ** Layout *)

(** What [tokens_of_line] finds, as it is found. *)
Fixpoint run (s : inside) (line : text) : list token :=
  match line with
  | [] => last_tokens s
  | c :: rest => snd (next s c) ++ run (fst (next s c)) rest
  end.

Lemma tokens_from_run line : forall s done, tokens_from s line done = rev done ++ run s line.
Proof.
  induction line as [|c line IH]; intros s done; cbn [tokens_from run].
  - rewrite trev_eq, rev_append_rev, rev_app_distr, rev_involutive. reflexivity.
  - destruct (next s c) as [s' ts]. cbn [fst snd]. rewrite IH, rev_append_rev, rev_app_distr, rev_involutive, app_assoc. reflexivity.
Qed.

(** The characters of a string: none ends it, nor the line. *)
Fixpoint quotable (s : text) : bool :=
  match s with
  | [] => true
  | c :: rest =>
      if c =? backslash then match rest with d :: rest' => negb (d =? line_feed) && quotable rest' | [] => false end
      else negb (c =? quote) && negb (c =? line_feed) && quotable rest
  end.

Definition separates_none (s : text) : bool := forallb (fun c => negb (separates c)) s.

(** Tokens that say something, as they can be written. *)
Definition plain (t : token) : bool :=
  match t with
  | Open_node | Close_node | Slash => true
  | Role s => separates_none s
  | Symbol (c :: s) => separates_none (c :: s) && negb (space_of_unicode c) && negb (c =? hash_sign)
  | Quoted s => quotable s
  | _ => false
  end.

Definition spelled (t : token) : text :=
  match t with
  | Open_node => [left_parenthesis]
  | Close_node => [right_parenthesis]
  | Slash => [solidus]
  | Role s => colon :: s
  | Symbol s => s
  | Quoted s => quote :: s ++ [quote]
  | _ => []
  end.

(** White space within a line. *)
Definition gap (w : text) : bool := forallb (fun c => blank c && negb (c =? line_feed)) w.

(** Two tokens can stand side by side, unless a symbol would be read as a part of what is before it. *)
Definition may_touch (before t : token) : bool :=
  match before, t with (Symbol _ | Role _), Symbol _ => false | _, _ => true end.

(** A line: white space, token, white space, token, ... *)
Fixpoint well_laid (before : token) (l : list (text * token)) : bool :=
  match l with
  | [] => true
  | (w, t) :: rest =>
      gap w && plain t && match w with [] => may_touch before t | _ => true end && well_laid t rest
  end.

Definition line_of (l : list (text * token)) (trailing : text) : text := flat_map (fun e => fst e ++ spelled (snd e)) l ++ trailing.

(** The state after a token, and what has ended with it. *)
Definition after_token (t : token) : inside :=
  match t with Symbol s => In_symbol (rev s) | Role s => In_role (rev s) | _ => Apart end.
Definition ended_with (t : token) : list token := match t with Symbol _ | Role _ => [] | _ => [t] end.

Lemma run_symbol s : forall got r, separates_none s = true -> run (In_symbol got) (s ++ r) = run (In_symbol (rev s ++ got)) r.
Proof.
  induction s as [|c s IH]; intros got r H; [reflexivity|]. cbn [separates_none forallb] in H.
  apply andb_true_iff in H. destruct H as [Hc H]. apply negb_true_iff in Hc.
  cbn [List.app run next in_symbol rev]. unfold in_symbol. rewrite Hc. cbn [fst snd List.app]. rewrite IH by exact H.
  rewrite <- app_assoc. reflexivity.
Qed.

Lemma run_role s : forall got r, separates_none s = true -> run (In_role got) (s ++ r) = run (In_role (rev s ++ got)) r.
Proof.
  induction s as [|c s IH]; intros got r H; [reflexivity|]. cbn [separates_none forallb] in H.
  apply andb_true_iff in H. destruct H as [Hc H]. apply negb_true_iff in Hc.
  cbn [List.app run next rev]. rewrite Hc. cbn [fst snd List.app]. rewrite IH by exact H.
  rewrite <- app_assoc. reflexivity.
Qed.

Lemma run_quoted : forall s got r, quotable s = true ->
  run (In_quotes got) (s ++ quote :: r) = Quoted (rev got ++ s) :: run Apart r.
Proof.
  fix go 1. intros [|c s] got r H.
  - cbn [List.app run next]. rewrite N.eqb_refl. cbn [fst snd List.app]. rewrite trev_eq, app_nil_r. reflexivity.
  - cbn [quotable] in H. cbn [List.app run next]. destruct (c =? backslash) eqn:B.
    + apply N.eqb_eq in B. subst c. destruct s as [|d s]; [discriminate|]. apply andb_true_iff in H. destruct H as [_ H].
      change (backslash =? quote) with false. cbn [fst snd List.app run next]. rewrite go by exact H.
      cbn [rev]. rewrite <- !app_assoc. reflexivity.
    + rewrite !andb_true_iff, !negb_true_iff in H. destruct H as [[Hq _] H]. rewrite Hq.
      cbn [fst snd List.app]. rewrite go by exact H. cbn [rev]. rewrite <- app_assoc. reflexivity.
Qed.

Lemma separates_not_sign c : separates c = false ->
  blank c = false /\ c =? left_parenthesis = false /\ c =? right_parenthesis = false /\ c =? solidus = false /\
  c =? colon = false /\ c =? quote = false /\ c =? tilde = false.
Proof.
  unfold separates, among, signs. cbn [existsb]. rewrite !orb_false_iff. intuition.
Qed.

Lemma run_token t r : plain t = true -> run Apart (spelled t ++ r) = ended_with t ++ run (after_token t) r.
Proof.
  destruct t as [| | |s|[|c s]|s| | |]; cbn [plain]; intros H; try discriminate; try reflexivity.
  - cbn [spelled List.app run next begin]. change (begin colon) with (In_role [], @nil token). cbn [fst snd List.app].
    rewrite run_role by exact H. rewrite app_nil_r. reflexivity.
  - rewrite !andb_true_iff, !negb_true_iff in H. destruct H as [[H _] Hash].
    assert (H' := H). cbn [separates_none forallb] in H'. apply andb_true_iff in H'. destruct H' as [Hc Hs].
    apply negb_true_iff, separates_not_sign in Hc. destruct Hc as (B & L & R & S & C & Q & T).
    cbn [spelled List.app run next]. unfold begin. rewrite B, L, R, S, C, Q, T, Hash. cbn [fst snd List.app].
    rewrite run_symbol by exact Hs. reflexivity.
  - cbn [spelled List.app run next]. change (begin quote) with (In_quotes [], @nil token). cbn [fst snd List.app].
    rewrite <- app_assoc. cbn [List.app]. rewrite run_quoted by exact H. reflexivity.
Qed.

Definition between_tokens (s : inside) : bool := match s with Apart | In_symbol _ | In_role _ => true | _ => false end.

Lemma run_ended s c r : between_tokens s = true -> separates c = true -> run s (c :: r) = last_tokens s ++ run Apart (c :: r).
Proof.
  intros B H. destruct s; try discriminate; cbn [run next last_tokens]; [reflexivity| |];
    unfold in_symbol; rewrite H; unfold ended; destruct (begin c) as [s' ts]; reflexivity.
Qed.

Lemma run_gap w r : gap w = true -> run Apart (w ++ r) = run Apart r.
Proof.
  induction w as [|c w IH]; intros H; [reflexivity|]. cbn [gap forallb] in H. rewrite !andb_true_iff in H.
  destruct H as [[B _] H]. cbn [List.app run next]. unfold begin at 1 2. rewrite B. cbn [fst snd List.app]. apply IH, H.
Qed.

Lemma blank_separates c : blank c = true -> separates c = true.
Proof. unfold separates. intros ->. reflexivity. Qed.

Lemma between_after t : between_tokens (after_token t) = true.
Proof. destruct t; reflexivity. Qed.

Lemma ended_last t : plain t = true -> ended_with t ++ last_tokens (after_token t) = [t].
Proof.
  destruct t; intros H; try discriminate; try reflexivity; cbn [ended_with after_token last_tokens List.app];
    rewrite trev_eq, rev_involutive; reflexivity.
Qed.

Lemma run_line trailing l : gap trailing = true -> forall before s,
  well_laid before l = true -> s = after_token before ->
  run s (line_of l trailing) = last_tokens s ++ map snd l.
Proof.
  intros Tr. induction l as [|[w t] l IH]; intros before s W E; unfold line_of; cbn [flat_map map fst snd List.app].
  - rewrite app_nil_r. destruct trailing as [|c tr]; [reflexivity|].
    pose proof Tr as Tr'. cbn [gap forallb] in Tr'. rewrite !andb_true_iff in Tr'. destruct Tr' as [[B _] _].
    rewrite run_ended by (subst; auto using between_after, blank_separates).
    rewrite <- (app_nil_r (c :: tr)), run_gap by exact Tr. rewrite app_nil_r. reflexivity.
  - cbn [well_laid] in W. rewrite !andb_true_iff in W. destruct W as [[[G P] Touch] W].
    rewrite <- !app_assoc. fold (line_of l trailing).
    assert (Here : run Apart (spelled t ++ line_of l trailing) = t :: map snd l).
    { rewrite run_token by exact P. rewrite (IH t) by auto. rewrite app_assoc, ended_last by exact P. reflexivity. }
    destruct w as [|c w].
    + cbn [List.app]. destruct (spelled t ++ line_of l trailing) as [|c r] eqn:Eq.
      * destruct t as [| | |u|[|d u]|u| | |]; discriminate.
      * destruct (separates c) eqn:Sep; [rewrite run_ended by (subst; auto using between_after); rewrite Here; reflexivity|].
        assert (A : s = Apart).
        { subst s. destruct t as [| | |u|[|d u]|u| | |]; try discriminate P; try (injection Eq as <- _; discriminate Sep).
          destruct before; try reflexivity; discriminate Touch. }
        subst s. rewrite A. exact Here.
    + cbn [List.app]. pose proof G as G'. cbn [gap forallb] in G'. rewrite !andb_true_iff in G'. destruct G' as [[B _] _].
      rewrite run_ended by (subst; auto using between_after, blank_separates).
      change (c :: w ++ spelled t ++ line_of l trailing) with ((c :: w) ++ spelled t ++ line_of l trailing).
      rewrite run_gap by exact G. rewrite Here. reflexivity.
Qed.

(** A line that begins with a token says something. *)
Lemma blank_line w r : gap w = true -> says_nothing (w ++ r) = says_nothing r.
Proof.
  induction w as [|c w IH]; intros H; [reflexivity|]. cbn [gap forallb] in H. rewrite !andb_true_iff in H.
  destruct H as [[B _] H]. cbn [List.app says_nothing]. unfold space_of_unicode. rewrite B. apply IH, H.
Qed.

Lemma line_says before l trailing :
  gap trailing = true -> well_laid before l = true -> says_nothing (line_of l trailing) = false.
Proof.
  intros Tr W. unfold line_of. destruct l as [|[w t] l]; cbn [flat_map fst snd List.app].
  - rewrite <- (app_nil_r trailing), blank_line by exact Tr. reflexivity.
  - cbn [well_laid] in W. rewrite !andb_true_iff in W. destruct W as [[[G P] _] _].
    rewrite <- !app_assoc, blank_line by exact G.
    destruct t as [| | |s|[|c s]|s| | |]; try discriminate P; try reflexivity.
    cbn [plain] in P. rewrite !andb_true_iff, !negb_true_iff in P. destruct P as [[_ Sp] Hash].
    cbn [spelled List.app says_nothing]. rewrite Sp. exact Hash.
Qed.

Definition in_line (s : text) : bool := forallb (fun c => negb (c =? line_feed)) s.

Lemma separates_none_in_line s : separates_none s = true -> in_line s = true.
Proof.
  unfold separates_none, in_line. rewrite !forallb_forall. intros H c Hc. specialize (H c Hc).
  apply negb_true_iff. apply negb_true_iff in H. destruct (c =? line_feed) eqn:E; [|reflexivity].
  apply N.eqb_eq in E. subst c. discriminate H.
Qed.

Lemma quotable_in_line : forall s, quotable s = true -> in_line s = true.
Proof.
  fix go 1. intros [|c s] H; [reflexivity|]. cbn [quotable] in H. destruct (c =? backslash) eqn:B.
  - apply N.eqb_eq in B. subst c. destruct s as [|d s]; [discriminate|]. apply andb_true_iff in H. destruct H as [D H].
    change (negb (d =? line_feed) && in_line s = true). rewrite D. exact (go s H).
  - rewrite !andb_true_iff in H. destruct H as [[_ L] H]. change (negb (c =? line_feed) && in_line s = true).
    rewrite L. exact (go s H).
Qed.

Lemma gap_in_line w : gap w = true -> in_line w = true.
Proof.
  unfold gap, in_line. rewrite !forallb_forall. intros H c Hc. specialize (H c Hc). apply andb_true_iff in H. apply H.
Qed.

Lemma in_line_app s t : in_line (s ++ t) = in_line s && in_line t.
Proof. apply forallb_app. Qed.

Lemma spelled_in_line t : plain t = true -> in_line (spelled t) = true.
Proof.
  destruct t as [| | |s|[|c s]|s| | |]; cbn [plain]; intros P; try discriminate; try reflexivity.
  - exact (separates_none_in_line s P).
  - rewrite !andb_true_iff in P. apply separates_none_in_line, P.
  - cbn [spelled]. change (in_line (s ++ [quote]) = true). rewrite in_line_app, quotable_in_line by exact P. reflexivity.
Qed.

Lemma line_in_line l trailing : gap trailing = true -> forall before, well_laid before l = true -> in_line (line_of l trailing) = true.
Proof.
  intros Tr. unfold line_of. induction l as [|[w t] l IH]; intros before W; cbn [flat_map fst snd List.app].
  - apply gap_in_line, Tr.
  - cbn [well_laid] in W. rewrite !andb_true_iff in W. destruct W as [[[G P] _] W].
    rewrite <- !app_assoc, !in_line_app. rewrite in_line_app in IH.
    rewrite gap_in_line, spelled_in_line by assumption. exact (IH t W).
Qed.

Fixpoint joined (lines : list text) : text :=
  match lines with
  | [] => []
  | [l] => l
  | l :: rest => l ++ line_feed :: joined rest
  end.

Lemma split_line s r : forall part parts, in_line s = true ->
  split line_feed (s ++ r) part parts = split line_feed r (rev s ++ part) parts.
Proof.
  induction s as [|c s IH]; intros part parts H; [reflexivity|]. cbn [in_line forallb] in H.
  apply andb_true_iff in H. destruct H as [Hc H]. apply negb_true_iff in Hc.
  cbn [List.app split rev]. rewrite Hc, IH by exact H. rewrite <- app_assoc. reflexivity.
Qed.

Lemma split_joined lines : lines <> [] -> forall parts, forallb in_line lines = true ->
  split line_feed (joined lines) [] parts = rev parts ++ lines.
Proof.
  induction lines as [|l [|l' rest] IH]; intros Ne parts H; [congruence| |]; cbn [forallb] in H; apply andb_true_iff in H;
    destruct H as [Hl H].
  - cbn [joined]. rewrite <- (app_nil_r l) at 1. rewrite split_line by exact Hl. cbn [split].
    rewrite !trev_eq, app_nil_r, rev_involutive. reflexivity.
  - change (joined (l :: l' :: rest)) with (l ++ line_feed :: joined (l' :: rest)). rewrite split_line by exact Hl.
    cbn [split]. rewrite N.eqb_refl, IH by (exact H || discriminate). rewrite trev_eq, app_nil_r, rev_involutive.
    cbn [rev]. rewrite <- app_assoc. reflexivity.
Qed.

(** A text is read by its tokens.  Whatever white space and line feeds are between them, and how much, they are found
    again; so two texts of the same tokens are the same graph, or none. *)
Theorem read_layout (lines : list (list (text * token) * text)) :
  lines <> [] -> (forall e, In e lines -> well_laid Open_node (fst e) = true /\ gap (snd e) = true) ->
  tokens_of (joined (map (fun e => line_of (fst e) (snd e)) lines)) = flat_map (fun e => map snd (fst e)) lines.
Proof.
  intros Ne All. unfold tokens_of. rewrite split_joined.
  - cbn [rev List.app]. rewrite tflat_map_eq. clear Ne. induction lines as [|[l tr] lines IH]; [reflexivity|].
    cbn [map flat_map fst snd]. destruct (All (l, tr) (or_introl eq_refl)) as [W G]. cbn [fst snd] in W, G.
    assert (Here : tokens_of_line (line_of l tr) = map snd l).
    { unfold tokens_of_line. rewrite tokens_from_run. exact (run_line tr l G Open_node Apart W eq_refl). }
    rewrite (line_says Open_node), Here by assumption.
    rewrite IH by (intros e He; apply All; right; exact He). reflexivity.
  - destruct lines; [congruence | discriminate].
  - rewrite forallb_forall. intros s Hs. apply in_map_iff in Hs. destruct Hs as ([l tr] & <- & H).
    destruct (All _ H) as [W G]. cbn [fst snd] in *. eapply line_in_line; eassumption.
Qed.
