(* smatchproof-checker, all that is trusted of it beside what Coq made: arguments in, the lines of files in, bytes out. *)

let usage = "usage: smatchproof-checker [--line N] [--weights N] [--work N] {FILE... | --texts LEFT RIGHT FILE | --triples TEXT}"

let help = usage ^ {|

Check certificates with the checker that was made of the proofs in Coq. Each is a line, below which the nodes of its proof
may have a line each. Of each FILE that holds, say how many
there are and what they prove; of each other one, what is wrong in the first line that does not. With several FILEs each
line begins with its name.

  --texts LEFT RIGHT FILE  the certificates are about the graphs of two files in PENMAN notation, in their order, under
                           the convention smatch; all lines that are refused are named
  --triples TEXT           print the triples of each graph of a file, as certificates state them, or "refused"
  --line N      refuse lines of more bytes (16777216)
  --weights N   refuse pairs of graphs with more weights (1000000)
  --work N      refuse proofs that look at more weights, pairs and lines than that (1000000000)
  --help        say this
  --version     say the version

Exit code, the largest of all FILEs: 0 all certificates were verified; 1 one was not, or there is none; 2 wrong usage, or
no verdict: a file could not be read, the answer not be written, or there was no memory.|}

(* One line about what gives no verdict, if somebody listens. *)
let complain words = try prerr_endline words with Sys_error _ -> close_out_noerr stderr

external leave_at_once : int -> 'a = "leave_at_once"

(* The end, without what could not be written, and with no need of memory. *)
let fail words = close_out_noerr stdout; complain words; leave_at_once 2

let number = Big_int_Z.big_int_of_int
let bytes line = List.init (String.length line) (fun k -> number (Char.code line.[k]))
let text codes = String.of_seq (Seq.map (fun c -> Char.chr (Big_int_Z.int_of_big_int c)) (List.to_seq codes))
let value n = if n <> "" && String.for_all (fun c -> '0' <= c && c <= '9') n then Big_int_Z.big_int_of_string n else fail usage

(* What is asked: to check certificates alone, or about the graphs of two files; or for the triples of the graphs of one. *)
type question = Certificates of string list | Texts of string * string * string | Triples of string

let is_name name = name <> "" && name.[0] <> '-'

let rec settings s = function
  | "--line" :: n :: rest -> settings { s with Checker.line_limit = value n } rest
  | "--weights" :: n :: rest -> settings { s with Checker.weight_limit = value n } rest
  | "--work" :: n :: rest -> settings { s with Checker.work_limit = value n } rest
  | [ "--texts"; left; right; file ] when List.for_all is_name [ left; right; file ] -> s, Texts (left, right, file)
  | [ "--triples"; name ] when is_name name -> s, Triples name
  | names when names <> [] && List.for_all is_name names -> s, Certificates names
  | _ -> fail usage

exception Unreadable of string
type source = { name : string; file : in_channel; mutable after_return : bool }

let opened name =
  match open_in_bin name with
  | exception Sys_error words -> raise (Unreadable (String.escaped words))
  | file -> { name; file; after_return = false }

let exceeds limit length = Big_int_Z.lt_big_int limit (number length)

(* The next line without its end, and no more of it than one byte above the limit; None at the end of the file.  In a text
   of graphs a carriage return ends a line, too, alone or with a line feed behind it. *)
let next ?(is_text = false) limit ({ name; file; _ } as source) =
  let line = Buffer.create 4096 in
  let rec go () =
    match input_char file with
    | exception End_of_file -> if Buffer.length line = 0 then None else Some (Buffer.contents line)
    | exception Sys_error words -> raise (Unreadable (String.escaped name ^ ": " ^ words))
    | '\n' when source.after_return && Buffer.length line = 0 -> source.after_return <- false; go ()
    | '\n' -> Some (Buffer.contents line)
    | '\r' when is_text -> source.after_return <- true; Some (Buffer.contents line)
    | c ->
        source.after_return <- false;
        Buffer.add_char line c;
        if exceeds limit (Buffer.length line) then Some (Buffer.contents line) else go ()
  in
  go ()

(* The next graph of a file, or None at its end; what was gathered of it.  The beginning of a line that is too long may be
   blank, but the line ends no graph: a sign before it makes it part of one, which is then too long as well. *)
let rec graph s source gathered =
  match next ~is_text:true s.Checker.line_limit source with
  | None -> Checker.end_of_file gathered, Checker.At_beginning
  | Some line -> (
      let line = if exceeds s.Checker.line_limit (String.length line) then ")" ^ line else line in
      match Checker.add_line gathered (bytes line) with
      | gathered, None -> graph s source gathered
      | gathered, ended -> ended, gathered)

let graphs s name =
  let source, state = opened name, ref Checker.At_beginning in
  fun () -> let found, gathered = graph s source !state in state := gathered; found

(* The exit code of what was read, and what is printed. *)
let told sums = (if Big_int_Z.sign_big_int sums.Checker.certificates > 0 then 0 else 1), text (Checker.result sums)

(* The same of a file, line by line. *)
let rec verify s source reading =
  match next s.Checker.line_limit source with
  | None -> (match Checker.finish reading with Checker.Inl sums -> told sums | Checker.Inr refused -> 1, text refused)
  | Some line -> (
      match Checker.feed s reading (bytes line) with
      | Checker.Inl reading -> verify s source reading
      | Checker.Inr refused -> 1, text refused)

(* The same of certificates about the graphs of two files; the lines that are refused are printed at once. *)
let rec verify_texts s left right source line code sums =
  match left (), right (), next s.Checker.line_limit source with
  | None, None, None -> if code = 0 then told sums else code, ""
  | Some a, Some b, Some certificate -> (
      match Checker.feed_texts s sums (number line) a b (bytes certificate) with
      | Checker.Inl sums -> verify_texts s left right source (line + 1) code sums
      | Checker.Inr refused -> print_string (text refused); verify_texts s left right source (line + 1) 1 sums)
  | a, b, _ ->
      let missing = if a = None then "left graph" else if b = None then "right graph" else "certificate" in
      1, Printf.sprintf "line %d: refused: there is no %s" line missing

(* The triples of each graph, or that it is refused. *)
let rec list_triples s next code =
  match next () with
  | None -> code, ""
  | Some a ->
      let found = Checker.shown_triples s a in
      print_endline (match found with Some said -> text said | None -> "refused");
      list_triples s next (if found = None then 1 else code)

(* The exit code of what was found, which is printed, each line behind some words. *)
let answer before find =
  match find () with
  | exception Unreadable words -> complain words; 2
  | code, said -> List.iter (fun line -> if line <> "" then print_endline (before ^ line)) (String.split_on_char '\n' said); code

let certificates s names =
  let before name = if List.length names > 1 then String.escaped name ^ ": " else "" in
  let one name = answer (before name) (fun () ->
    let source = opened name in
    Fun.protect ~finally:(fun () -> close_in_noerr source.file) (fun () -> verify s source Checker.no_lines)) in
  List.fold_left (fun code name -> max code (one name)) 0 names

let main = function
  | [ "--help" ] -> print_endline help; 0
  | [ "--version" ] -> print_endline ("smatchproof-checker " ^ Version.version); 0
  | arguments -> (
      let limits = { Checker.line_limit = number (1 lsl 24); weight_limit = number 1_000_000; work_limit = number 1_000_000_000 } in
      match settings limits arguments with
      | s, Certificates names -> certificates s names
      | s, Triples name -> answer "" (fun () -> list_triples s (graphs s name) 0)
      | s, Texts (left, right, file) ->
          answer "" (fun () -> verify_texts s (graphs s left) (graphs s right) (opened file) 1 0 Checker.no_sums))

let () =
  if Sys.unix then Sys.set_signal Sys.sigpipe Sys.Signal_ignore;
  match main (List.tl (Array.to_list Sys.argv)) with
  | code -> exit code
  | exception Sys_error words -> fail ("smatchproof-checker: no answer could be written: " ^ words)
  | exception (Out_of_memory | Stack_overflow) -> fail "smatchproof-checker: out of memory"
