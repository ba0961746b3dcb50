-- check: I48
-- class: A
-- title: each company has three competitors, never itself, with their industry
SELECT cp_co_id
FROM company_competitor
JOIN company ON co_id = cp_comp_co_id
WHERE cp_co_id = cp_comp_co_id
   OR cp_in_id <> co_in_id
UNION ALL
SELECT co_id
FROM company
LEFT JOIN company_competitor ON cp_co_id = co_id
GROUP BY co_id
HAVING count(cp_co_id) <> 3;
