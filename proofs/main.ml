(* smatchproof-checker [--line N] [--weights N] [--work N] FILE

   All that is trusted of this program beside what Coq made: arguments in, the lines of a file in, bytes out. The exit
   code is 0 if all certificates were verified, 1 if one was not or there is none, 2 if there is no file. *)
let number = Big_int_Z.big_int_of_int
let bytes line = List.init (String.length line) (fun k -> number (Char.code line.[k]))
let print text = List.iter (fun c -> print_char (Char.chr (Big_int_Z.int_of_big_int c))) text

let fail words = prerr_endline words; exit 2
let usage () = fail "usage: smatchproof-checker [--line N] [--weights N] [--work N] FILE"

let rec settings s = function
  | "--line" :: n :: rest -> settings { s with Checker.line_limit = value n } rest
  | "--weights" :: n :: rest -> settings { s with Checker.weight_limit = value n } rest
  | "--work" :: n :: rest -> settings { s with Checker.work_limit = value n } rest
  | [name] -> s, name
  | _ -> usage ()
and value n = if n <> "" && String.for_all (fun c -> '0' <= c && c <= '9') n then Big_int_Z.big_int_of_string n else usage ()

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

let rec verify s file sums =
  match next s.Checker.line_limit file with
  | None -> print (Checker.result sums); if Big_int_Z.sign_big_int sums.Checker.certificates > 0 then 0 else 1
  | Some line -> (
      match Checker.feed s sums (bytes line) with
      | Checker.Inl sums -> verify s file sums
      | Checker.Inr refused -> print refused; 1
      | exception Stack_overflow -> print_endline "refused: too deep for the stack of this machine"; 1)

let () =
  let limits = { Checker.line_limit = number (1 lsl 24); weight_limit = number 1_000_000; work_limit = number 1_000_000_000 } in
  let s, name = settings limits (List.tl (Array.to_list Sys.argv)) in
  match open_in_bin name with
  | exception Sys_error words -> fail words
  | file -> exit (verify s file Checker.no_sums)
