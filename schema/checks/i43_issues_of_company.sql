-- check: I43
-- class: A
-- title: each company has COMMON and a gap-free run of preferred issues, all on one exchange
SELECT co_id
     , string_agg(s_issue, ',' ORDER BY s_issue) AS issues
FROM company
LEFT JOIN security ON s_co_id = co_id
GROUP BY co_id
HAVING coalesce(string_agg(s_issue, ',' ORDER BY s_issue), '') NOT IN (
           'COMMON'
         , 'COMMON,PREF_A'
         , 'COMMON,PREF_A,PREF_B'
         , 'COMMON,PREF_A,PREF_B,PREF_C'
         , 'COMMON,PREF_A,PREF_B,PREF_C,PREF_D'
       )
    OR count(DISTINCT s_ex_id) <> 1;
