# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0
#
# The checks of the house as tests: each script twice, once on its own bad samples, once on the tree.

foreach(check IN ITEMS layers equations monograms links readme files format headers)
    set(script "${PROJECT_SOURCE_DIR}/tools/checks/${check}.py")
    add_test(NAME check_${check}_finds_faults COMMAND python3 -B "${script}" --self-test)
    add_test(NAME check_${check} COMMAND python3 -B "${script}" "${PROJECT_SOURCE_DIR}")
    set_tests_properties(check_${check}_finds_faults check_${check} PROPERTIES LABELS check TIMEOUT 900 SKIP_RETURN_CODE 77)
endforeach()
set_tests_properties(check_headers PROPERTIES RUN_SERIAL TRUE)  # it measures time, and uses all cores by itself

add_test(NAME check_benchmarks COMMAND python3 -B "${PROJECT_SOURCE_DIR}/benchmarks/page.py" --check)
set_tests_properties(check_benchmarks PROPERTIES LABELS check)

add_test(NAME check_docs COMMAND sh "${PROJECT_SOURCE_DIR}/tools/docs" "${PROJECT_BINARY_DIR}/docs")
set_tests_properties(check_docs PROPERTIES LABELS check TIMEOUT 900 SKIP_RETURN_CODE 77)
add_custom_target(docs COMMAND sh "${PROJECT_SOURCE_DIR}/tools/docs" "${PROJECT_BINARY_DIR}/docs" USES_TERMINAL)
