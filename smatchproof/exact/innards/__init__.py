"""The parts of the certified solver; nothing outside of ``smatchproof.exact`` uses them.

* The relaxation in plain Python: ``relaxation``, ``assignment``, ``rounding``, ``greedy``, ``counting``; its tree:
  ``plain_search``, ``tree_node``, ``containment``, ``containment_proof``.
* The compiled twin of the plain relaxation: ``twin_loading``, ``compiled_relaxation``, ``relaxation_memory``,
  ``relaxation_kernels``, ``assignment_kernels``, ``rounding_kernels``.
* The compiled tree: ``kernels``, ``kernel_memory``, ``tabu``, ``tabu_kernels``.
* Linear programs of documents: ``linear_program_search``, ``linear_program_tree``, ``linear_program_branching``,
  ``linear_program_rounding``, ``linear_node``, ``linear_program``, ``linear_program_kernels``, ``settling``,
  ``support``.
* All compiled parts: ``arrays``, ``compiled_code``.

``docs/solver.md`` says what solves what, and which answers leave a proof.
"""
