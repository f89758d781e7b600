(* smatchproof-checker, all that is trusted of it beside what Coq made: arguments in, the lines of files in, bytes out. *)

let usage = "usage: smatchproof-checker [--line N] [--weights N] [--work N] FILE..."

let help = usage ^ {|

Check certificates, one a line, with the checker that was made of the proofs in Coq. Of each FILE that holds, say how many
there are and what they prove; of each other one, what is wrong in the first line that does not. With several FILEs each
line begins with its name.

  --line N      refuse lines of more bytes (16777216)
  --weights N   refuse pairs of graphs with more weights (1000000)
  --work N      refuse proofs that look at more weights, pairs and lines than that (1000000000)
  --help        say this
  --version     say the version

Exit code, the largest of all FILEs: 0 all certificates were verified; 1 one was not, or there is none; 2 wrong usage, or
no verdict: a file could not be read, the answer not be written, or there was no memory.|}

(* One line about what gives no verdict, if somebody listens. *)
let complain words = try prerr_endline words with Sys_error _ -> close_out_noerr stderr

(* The end, without what could not be written. *)
let fail words = complain words; close_out_noerr stdout; exit 2

let number = Big_int_Z.big_int_of_int
let bytes line = List.init (String.length line) (fun k -> number (Char.code line.[k]))
let text codes = String.of_seq (Seq.map (fun c -> Char.chr (Big_int_Z.int_of_big_int c)) (List.to_seq codes))
let value n = if n <> "" && String.for_all (fun c -> '0' <= c && c <= '9') n then Big_int_Z.big_int_of_string n else fail usage

let rec settings s = function
  | "--line" :: n :: rest -> settings { s with Checker.line_limit = value n } rest
  | "--weights" :: n :: rest -> settings { s with Checker.weight_limit = value n } rest
  | "--work" :: n :: rest -> settings { s with Checker.work_limit = value n } rest
  | names when names <> [] && not (List.exists (fun name -> name = "" || name.[0] = '-') names) -> s, names
  | _ -> fail usage

(* The next line without its end, and no more of it than one byte above the limit; None at the end of the file. *)
let next limit file =
  let line = Buffer.create 4096 in
  let rec go () =
    match input_char file with
    | exception End_of_file -> if Buffer.length line = 0 then None else Some (Buffer.contents line)
    | '\n' -> Some (Buffer.contents line)
    | c ->
        Buffer.add_char line c;
        if Big_int_Z.lt_big_int limit (number (Buffer.length line)) then Some (Buffer.contents line) else go ()
  in
  go ()

(* The exit code of a file, and what is printed. *)
let rec verify s file sums =
  match next s.Checker.line_limit file with
  | None -> (if Big_int_Z.sign_big_int sums.Checker.certificates > 0 then 0 else 1), text (Checker.result sums)
  | Some line -> (
      match Checker.feed s sums (bytes line) with
      | Checker.Inl sums -> verify s file sums
      | Checker.Inr refused -> 1, text refused)

let answer s several name =
  let before = String.escaped name ^ ": " in
  match open_in_bin name with
  | exception Sys_error words -> complain (String.escaped words); 2
  | file -> (
      match verify s file Checker.no_sums with
      | exception Sys_error words -> complain (before ^ words); close_in_noerr file; 2
      | code, said ->
          close_in_noerr file;
          let shown line = if line <> "" then print_endline (if several then before ^ line else line) in
          List.iter shown (String.split_on_char '\n' said);
          code)

let main = function
  | [ "--help" ] -> print_endline help; 0
  | [ "--version" ] -> print_endline ("smatchproof-checker " ^ Version.version); 0
  | arguments ->
      let limits = { Checker.line_limit = number (1 lsl 24); weight_limit = number 1_000_000; work_limit = number 1_000_000_000 } in
      let s, names = settings limits arguments in
      List.fold_left (fun code name -> max code (answer s (List.length names > 1) name)) 0 names

let () =
  if Sys.unix then Sys.set_signal Sys.sigpipe Sys.Signal_ignore;
  match main (List.tl (Array.to_list Sys.argv)) with
  | code -> exit code
  | exception Sys_error words -> fail ("smatchproof-checker: no answer could be written: " ^ words)
  | exception (Out_of_memory | Stack_overflow) -> fail "smatchproof-checker: out of memory"
